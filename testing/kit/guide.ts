/** Reads the commands of the team guide, in its order. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from 'releases/build/apps';

const GUIDE = 'docs/teams.md';
const HEADING = '## From an empty folder to live';

export interface GuideCommand {
  command: string;
  /** The expected error of a command in a block `sh refused`. */
  refusal?: string;
}

/**
 * Returns the lines of the section's blocks, which are `sh` or, for refused commands, `sh refused`.
 * @throws when the section or its commands are missing, or it has a block of another kind, since not everything would be tried
 */
export async function commandsOfGuide(): Promise<GuideCommand[]> {
  const guide = await readFile(path.join(root, GUIDE), 'utf8');
  const [, section = ''] = guide.split(`${HEADING}\n`);
  const [text = ''] = section.split('\n## ');
  const blocks = [...text.matchAll(/^```(.*?)\n(.*?)^```$/gms)];
  const commands = blocks.flatMap(([, kind = '', block = '']) => {
    if (!/^sh( refused)?$/.test(kind))
      throw new Error(`${GUIDE} has a block of the kind '${kind}' under '${HEADING.slice(3)}'.`);
    return block.split('\n').flatMap((line) => {
      const [command = '', comment = ''] = line.split(/(?:^|\s+)# /).map((part) => part.trim());
      if (!command) return [];
      return [kind === 'sh' ? { command } : { command, refusal: comment }];
    });
  });
  if (commands.length === 0) throw new Error(`${GUIDE} has no commands under '${HEADING.slice(3)}'.`);
  return commands;
}
