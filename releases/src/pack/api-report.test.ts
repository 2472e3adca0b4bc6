import { declarationReport, reportProblem } from './api-report';

const ENTRIES = { 'kit/router': 'router.d.ts', 'kit/events': 'events/index.d.ts' };
const FILES = {
  'events/index.d.ts': [
    "import type { Payloads } from './payloads';",
    "export { stop as end } from './payloads';",
    "export { useParams } from 'kit/router';",
    '/** Tells all. */',
    'export declare function publish(name: keyof Payloads): void;',
    'export declare function publish(name: string): void;',
  ].join('\n'),
  'events/payloads.d.ts':
    'export interface Payloads { "signed-in": User }\nexport declare const stop: () => void;\ninterface User { id: number }',
  'router.d.ts':
    "export { useParams, useRouteParams as useRoute } from 'react-router-dom';\nexport interface Route { path: string }",
};

test('a report lists each exported name by entry point, and the names that they refer to', () => {
  expect(declarationReport({ entries: ENTRIES, files: FILES })).toBe(
    `## kit/events

\`\`\`ts
export declare const stop: () => void;
export { stop as end };
export declare function publish(name: keyof Payloads): void;
export declare function publish(name: string): void;
export { useParams } from 'react-router-dom';
\`\`\`

## kit/router

\`\`\`ts
export interface Route {
    path: string;
}
export { useParams } from 'react-router-dom';
export { useRouteParams as useRoute } from 'react-router-dom';
\`\`\`

## What these refer to

### events/payloads.d.ts

\`\`\`ts
export interface Payloads {
    "signed-in": User;
}
interface User {
    id: number;
}
\`\`\`
`,
  );
});

test('a comment or another format does not change the report', () => {
  const files = {
    ...FILES,
    'router.d.ts': FILES['router.d.ts'].replace('{ path: string }', '{\n  // Where.\n  path: string;\n}'),
  };
  const entries = ENTRIES;
  expect(declarationReport({ entries, files })).toBe(declarationReport({ entries, files: FILES }));
});

test('the report declares a name of two entry points once', () => {
  const entries = { ...ENTRIES, 'kit/state': 'state.d.ts' };
  const files = { ...FILES, 'state.d.ts': "export { publish as tell, end } from 'kit/events';" };
  const report = declarationReport({ entries, files });
  expect(report).toContain("export { end } from 'kit/events';\nexport { publish as tell } from 'kit/events';");
  expect(report.match(/declare const stop/g)).toHaveLength(1);
});

test('the check names an outdated report, with the first line that differs and the command that writes it', () => {
  expect(reportProblem('kit/api-report.md', 'a\nb\n', 'a\nb\n')).toBeUndefined();
  expect(reportProblem('kit/api-report.md', 'a\nb\n', 'a\nc\n')).toBe(
    "kit/api-report.md is not up to date. Line 2 is 'b' there and 'c' now.\nRun npm run api-report, and say what changed in CHANGELOG.md.",
  );
  expect(reportProblem('kit/api-report.md', 'a', 'a\nb')).toContain("Line 2 is '' there and 'b' now.");
  expect(reportProblem('kit/api-report.md', 'a\nb', 'a')).toContain("Line 2 is 'b' there and '' now.");
  expect(reportProblem('kit/api-report.md', undefined, 'a')).toContain('kit/api-report.md is missing.');
});
