/** Prints the outcome of each pair as a table. */
import type { Pair } from './pair';

export interface PairResult extends Pick<Pair, 'shell' | 'remote' | 'part'> {
  /** 'passes', the sentence of the refusal, or 'FAIL: ' with a reason. */
  result: string;
}

export interface Outcome {
  /** The contract of each shell, by label. */
  contracts: Record<string, string>;
  results: PairResult[];
}

/** Writes Markdown. A refusal is a number, and its sentence is below the table. @param remotes in the order of their rows */
export function tableOf(remotes: readonly string[], { contracts, results }: Outcome): string {
  const sentences: string[] = [];
  const cell = (result: string) => {
    if (result === 'passes') return result;
    if (!sentences.includes(result)) sentences.push(result);
    return `${result.startsWith('FAIL') ? 'FAIL' : 'refused'} (${sentences.indexOf(result) + 1})`;
  };
  const labels = Object.keys(contracts).filter((label) => results.some(({ shell }) => shell === label));
  const rows = remotes.flatMap((part) =>
    Object.keys(contracts).flatMap((remote) => {
      const played = results.filter((each) => each.part === part && each.remote === remote);
      if (played.length === 0) return [];
      const row = labels.map((shell) => played.find((each) => each.shell === shell));
      return `| ${part} ${remote} | ${row.map((each) => (each ? cell(each.result) : '')).join(' | ')} |`;
    }),
  );
  return [
    `| | ${labels.map((label) => `shell ${label} (${contracts[label]})`).join(' | ')} |`,
    `|---|${labels.map(() => '---|').join('')}`,
    ...rows,
    ...(sentences.length > 0 ? [''] : []),
    ...sentences.map((sentence, index) => `${index + 1}. ${sentence}`),
  ].join('\n');
}
