/** Asks for the second factor wherever a request needs one. It has a root of its own, so that no page loads it before it is needed. */
import { createRoot } from 'react-dom/client';
import type { ApiErrorShape } from 'shared-contracts/client';
import { QueryClientProvider, queryClient } from 'shared-contracts/query';
import { ProofDialog } from './proof-dialog';

/** The dialog that is open. Requests that meet it wait for its one answer. */
let open: { code: string; answer: Promise<boolean> } | undefined;
/** Where a person has put the setup off. Requests of this page do not ask again. */
let putOffAt: string | undefined;

/** The time in milliseconds in which a closed dialog fades. */
const FADING_MS = 1000;

/** @returns whether the person has answered, and the request may be repeated */
export async function askForProof({ code }: ApiErrorShape): Promise<boolean> {
  const isSetup = code === 'SECOND_FACTOR_REQUIRED';
  if (isSetup && putOffAt === window.location.pathname) return false;
  while (open && open.code !== code) await open.answer;
  open ??= { code, answer: show(isSetup) };
  const { answer } = open;
  const isAnswered = await answer;
  if (open?.answer === answer) open = undefined;
  if (isSetup) putOffAt = isAnswered ? undefined : window.location.pathname;
  return isAnswered;
}

function show(isSetup: boolean): Promise<boolean> {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  return new Promise((resolve) => {
    let isDone = false;
    const render = () =>
      root.render(
        <QueryClientProvider client={queryClient()}>
          <ProofDialog open={!isDone} isSetup={isSetup} onEnd={end} />
        </QueryClientProvider>,
      );
    function end(isAnswered: boolean): void {
      if (isDone) return;
      isDone = true;
      render();
      setTimeout(() => {
        root.unmount();
        element.remove();
      }, FADING_MS);
      resolve(isAnswered);
    }
    render();
  });
}
