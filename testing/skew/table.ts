/** What became of each pair, as a table. */
import type { Pair } from './pair';

export interface PairResult extends Pick<Pair, 'shell' | 'remote' | 'part'> {
  /** 'passes', the sentence of the refusal, or 'FAIL: ' with a reason. */
  result: string;
}

export interface Outcome {
  /** Of each shell, by label. */
  contracts: Record<string, string>;
  results: PairResult[];
}

/** In Markdown. A refusal is a number; its sentence is below the table. @param remotes in the order of their rows */
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
      const row = labels.map((shell) =>
        results.find((each) => each.part === part && each.remote === remote && each.shell === shell),
      );
      return row.some(Boolean)
        ? [`| ${part} ${remote} | ${row.map((each) => (each ? cell(each.result) : '')).join(' | ')} |`]
        : [];
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
