/**
 * Renders a remote's templates of first screens (docs/decisions/first-screens.md): its own components with the names of fields in place of
 * data. The build renders them, so that the server only fills in text and runs no code of a remote.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ReactElement } from 'react';
import { provideCatalog, provideLanguage, SOURCE_LANGUAGE } from 'shared-contracts/language';
import { problemsOfTemplate } from '../store/templates';
import { compiledCatalog, languagesOf, readCatalog } from '../words/catalogs';
import { root } from './apps';
import { project } from './project';

const require = createRequire(import.meta.url);

/** The file whose default export is a remote's templates, by screen. */
const SOURCE = 'src/first-screens.tsx';

/** The versions that templates depend on. */
export interface Primitives {
  /** Version of shared-contracts. */
  contract: string;
  /** Digest of the class names of its primitives. */
  primitives: string;
}

/** The part of build.json that describes the templates. */
export interface FirstScreenFiles extends Primitives {
  /** The file of each screen's English template, in the build's folder. */
  screens: Record<string, string>;
  /** The files of the templates in other languages, by language and screen. */
  languages?: Record<string, Record<string, string>>;
}

/**
 * Writes the templates into the build's folder.
 * @param bundle writes templates.cjs into a folder
 * @returns undefined if the remote has none
 * @throws when a template cannot be rendered, or uses an unescaped value
 */
export async function writeFirstScreens(
  directory: string,
  output: string,
  madeOf: Primitives,
  bundle: (outputPath: string) => Promise<unknown>,
): Promise<FirstScreenFiles | undefined> {
  if (!existsSync(path.join(directory, SOURCE))) return undefined;
  // The folder is within the repository, since the packages that render the templates are found from there.
  await mkdir(path.join(root, '.cache'), { recursive: true });
  const scratch = await mkdtemp(path.join(root, '.cache/first-screens-'));
  try {
    await bundle(scratch);
    const { default: templates } = require(path.join(scratch, 'templates.cjs')) as { default: Templates };
    const [, ...others] = languagesOf(directory);
    const screens = await writeIn(SOURCE_LANGUAGE, templates, output);
    const languages: Record<string, Record<string, string>> = {};
    for (const language of others) {
      for (const folder of [directory, project.contracts]) {
        provideCatalog(path.basename(folder), language, compiledCatalog(readCatalog(folder, language)));
      }
      languages[language] = await writeIn(language, templates, output);
    }
    return { ...madeOf, screens, ...(others.length > 0 && { languages }) };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Renders each screen, by its name. */
type Templates = () => Readonly<Record<string, ReactElement>>;

/** @returns the file of each screen */
async function writeIn(language: string, templates: Templates, output: string): Promise<Record<string, string>> {
  const suffix = language === SOURCE_LANGUAGE ? '' : `.${language}`;
  const screens: Record<string, string> = {};
  provideLanguage(() => language);
  try {
    for (const [screen, element] of Object.entries(templates())) {
      screens[screen] = `first-screen-${screen}${suffix}.html`;
      await writeFile(path.join(output, screens[screen]), templateOf(screen, element));
    }
  } finally {
    provideLanguage(() => SOURCE_LANGUAGE);
  }
  return screens;
}

/** Matches a picture whose sizes are fields as well. A photograph has sizes; a drawing has none, so its sizes are left out. */
const PICTURE = /<img ([^>]*)src="\{\{(\w+)\}\}#[^"]*" srcSet="([^"]*)" sizes="([^"]*)"([^>]*)>/g;

function pictureOf(_whole: string, before: string, field: string, forms: string, sizes: string, after: string): string {
  const [, cut] = /#\.(square|wide)\./.exec(forms) ?? [];
  const name = cut ? `${field}_${cut}_srcset` : `${field}_srcset`;
  const image = (more: string) => `<img ${before}src="{{${field}}}"${more}${after}>`;
  const photograph = image(` srcset="{{${name}}}" sizes="${sizes}"`);
  return `{{#${name}}}${photograph}{{/${name}}}{{^${name}}}${image('')}{{/${name}}}`;
}

function templateOf(screen: string, element: ReactElement): string {
  const { createElement } = require('react') as typeof import('react');
  const { renderToStaticMarkup } = require('react-dom/server') as typeof import('react-dom/server');
  const { MemoryRouter } = require('react-router-dom') as typeof import('react-router-dom');
  const template = renderToStaticMarkup(createElement(MemoryRouter, null, element))
    // React asks for eager pictures at the head of the document, where their fields have no values.
    .replace(/<link rel="preload" as="image"[^>]*>/g, '')
    .replace(PICTURE, pictureOf);
  const problems = problemsOfTemplate(`The first screen '${screen}'`, template);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return template;
}
