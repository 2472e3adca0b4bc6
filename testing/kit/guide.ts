/** Reads the commands of the team guide, in its order. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from 'releases/build/apps';

const GUIDE = 'docs/teams.md';

export interface GuideCommand {
  command: string;
  /** The expected error of a command in a block `sh refused`. */
  refusal?: string;
}

/** Blocks that a team does not run: commands of the site's operator, and files. */
const NOT_RUN: ReadonlySet<string> = new Set(['sh operator', 'yaml']);

/**
 * Returns the lines of a section's blocks, which are `sh` or, for refused commands, `sh refused`. It leaves out `sh operator` and `yaml`.
 * @throws when the section or its commands are missing, or it has a block of another kind, since not everything would be tried
 */
export async function commandsOfGuide(heading: string): Promise<GuideCommand[]> {
  const guide = await readFile(path.join(root, GUIDE), 'utf8');
  const [, section = ''] = guide.split(`\n## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  const blocks = [...text.matchAll(/^```(.*?)\n(.*?)^```$/gms)];
  const commands = blocks.flatMap(([, kind = '', block = '']) => {
    if (NOT_RUN.has(kind)) return [];
    if (!/^sh( refused)?$/.test(kind))
      throw new Error(`${GUIDE} has a block of the kind '${kind}' under '${heading}'.`);
    return block.split('\n').flatMap((line) => {
      const [command = '', comment = ''] = line.split(/(?:^|\s+)# /).map((part) => part.trim());
      if (!command) return [];
      return [kind === 'sh' ? { command } : { command, refusal: comment }];
    });
  });
  if (commands.length === 0) throw new Error(`${GUIDE} has no commands under '${heading}'.`);
  return commands;
}
