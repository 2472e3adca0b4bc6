/** The desk's changes. For each, a page asks again for confirmation and a reason, and then the release service makes the change. */

import { conflict, forbidden } from 'core/errors';
import { type Content, type Html, html } from 'core/pages/html';
import { z } from 'zod';
import type { ReleaseStatus, Status } from '../model/service';
import { appNameSchema, versionSchema } from '../model/service';
import type { ReleaseIdentity } from '../service/identity';
import type { ReleaseService } from '../service/release-service';
import { type Audience, personRefusal, refusalOf } from '../service/rights';
import { audienceOf, badgeOf, listOf, sourceOf, timeOf, versionOf } from './words';

const PERCENTAGE = 'A percentage is a whole number from 1 to 99.';
const channelSchema = z.string().regex(/^[\w-]{1,64}$/);

/** Identifies the release that is to be changed. */
export const subjectSchema = z.object({ app: appNameSchema, channel: channelSchema.optional() });
export type Subject = z.output<typeof subjectSchema>;

/** The other fields of a form: the version that the page showed, and the values that the person chose. */
export const wishSchema = subjectSchema.extend({
  version: versionSchema,
  to: versionSchema.optional(),
  percent: z.coerce.number(PERCENTAGE).int(PERCENTAGE).min(1, PERCENTAGE).max(99, PERCENTAGE).optional(),
});
export type Wish = z.output<typeof wishSchema>;

interface Asked {
  service: ReleaseService;
  identity: ReleaseIdentity;
  release: ReleaseStatus;
}

export interface Change {
  /** The path below the desk's address. */
  path: '/rollback' | '/rollout' | '/end';
  /** The kind of attempt that the log calls it. */
  kind: 'rollback' | 'release';
  /** The title of the change's page, and the text of its button. */
  name: string;
  isOf(release: ReleaseStatus, subject: Subject): boolean;
  /** The visitors whom the change is for. The token must have the right to release to them. */
  audience(release: Audience): Audience;
  /** Describes the outcome and offers the choices, or explains in a sentence why the change cannot be made. */
  choice(asked: Asked): Promise<{ text: Html; fields: Content } | { refusal: string }>;
  /**
   * Changes the release that the page showed, and no other one that went live since.
   * @returns the outcome in a sentence
   * @throws ApiError with the refusal of the release service
   */
  make(asked: Asked, wish: Wish, reason: string): Promise<string>;
}

const sentenceOfLimited = (
  limited: readonly { version: string; channel?: string | undefined; percent?: number | undefined }[],
) => (limited.length > 0 ? ` Unchanged: ${listOf(limited.map((each) => `${each.version} ${audienceOf(each)}`))}.` : '');

const rollback: Change = {
  path: '/rollback',
  kind: 'rollback',
  name: 'Roll back',
  isOf: ({ for: visitors }) => visitors === 'all',
  audience: () => ({}),
  async choice({ service, release: { app, version } }) {
    const [before, ...others] = await service.earlierVersions(app);
    if (!before) return { refusal: `${app} ${version} has no earlier version that was not rolled back or retired.` };
    const { releases } = await service.status(app);
    const option = (each: string, isFirst: boolean) => {
      const known = releases.find((release) => release.version === each);
      const made = known?.maker ? html` · ${timeOf(known.maker.at)} by ${known.maker.team}` : null;
      const source = known?.source ? html` · ${sourceOf(known.source)}` : null;
      return html`<label class="choice"><input type="radio" name="to" value="${each}" required${isFirst ? html` checked` : null}> <span>${versionOf(each)}${isFirst ? ' · the one before' : ''}${made}${source}</span></label>`;
    };
    return {
      text: html`<p>All visitors get an earlier version of ${app} instead of ${versionOf(version)}. Open pages leave ${versionOf(version)} within a minute, with
their carts. It stays out until it is released by name. Releases of ${app} in channels and rollouts stay as they are.</p>`,
      fields: html`<fieldset><legend>Roll back to</legend>${[before, ...others].map((each) => option(each, each === before))}</fieldset>`,
    };
  },
  async make({ service, identity, release: { app, version } }, { to }, reason) {
    const done = await service.rollBack(identity, { app, version: to, source: { message: reason } }, version);
    return `${app} went back from ${done.from} to ${done.to} for all visitors.${sentenceOfLimited(done.limited)}`;
  },
};

const rollout: Change = {
  path: '/rollout',
  kind: 'release',
  name: 'Change the percentage',
  isOf: ({ for: visitors }) => visitors === 'percent',
  // The page asks for the right to any rollout. The release service checks the right to the chosen percentage.
  audience: () => ({ percent: 1 }),
  async choice({ identity: { mostPercent }, release: { app, version, percent } }) {
    return {
      text: html`<p>${versionOf(version)} of ${app} goes to another percentage of the visitors. With a larger one, visitors who have it keep it.</p>`,
      fields: html`<label class="field">Percentage of the visitors
<input type="number" name="percent" inputmode="numeric" min="1" max="${mostPercent}" value="${percent}" required aria-describedby="percent-hint"></label>
<p class="hint" id="percent-hint">It is ${percent} % now. Your token is for ${mostPercent} % at most.</p>`,
    };
  },
  async make({ service, identity, release: { app, version } }, { percent }, reason) {
    if (percent === undefined) throw conflict('NO_PERCENTAGE', 'Say for which percentage of the visitors.');
    const { changed } = await service.changePercent(identity, { app, version, percent, source: { message: reason } });
    const visitors = audienceOf({ percent });
    return changed ? `${app} ${version} is ${visitors} now.` : `${app} ${version} was ${visitors} already.`;
  },
};

const end: Change = {
  path: '/end',
  kind: 'rollback',
  name: 'End the release',
  isOf: ({ for: visitors, channel }, wanted) =>
    wanted.channel === undefined ? visitors === 'percent' : visitors === 'channel' && channel === wanted.channel,
  audience: ({ channel, percent }) => ({ channel, percent }),
  async choice({ release }) {
    const { app, version } = release;
    return {
      text: html`<p>${versionOf(version)} of ${app} is no longer live ${audienceOf(release)}. They get what all visitors get, and open pages leave it within
a minute.</p>`,
      fields: null,
    };
  },
  async make({ service, identity, release: { app, version, channel } }, _wish, reason) {
    const source = { message: reason };
    const done = await service.rollBack(
      identity,
      channel === undefined ? { app, percent: 0, source } : { app, channel, source },
      version,
    );
    return `${app} ${done.from} has ended ${channel === undefined ? 'as a rollout' : audienceOf({ channel })}. Its visitors get what all visitors get.`;
  },
};

export const CHANGES: readonly Change[] = [rollback, rollout, end];

/**
 * Finds the release that is to be changed.
 * @throws ApiError 409 if there is no such release, 403 if the token may not change it
 */
export async function askedOf(
  change: Change,
  subject: Subject,
  { service, identity }: Omit<Asked, 'release'>,
): Promise<Asked & { status: Status }> {
  const status = await service.status(subject.app);
  const release = status.releases.find((each) => change.isOf(each, subject));
  if (!release)
    throw conflict(
      'RELEASE_GONE',
      `${subject.app} has no release ${subject.channel === undefined ? 'of this kind' : audienceOf(subject)} any more.`,
    );
  const refusal =
    (change.kind === 'release' ? personRefusal(identity) : null) ??
    refusalOf(identity, [release.app], change.audience(release));
  if (refusal) throw forbidden(refusal);
  return { service, identity, release, status };
}

/** The page that asks for the reason. */
export async function confirmPage(
  change: Change,
  asked: Asked,
  {
    action,
    back,
    formToken,
    problem = null,
  }: { action: string; back: string; formToken: string; problem?: string | null },
): Promise<Html> {
  const { app, version, channel } = asked.release;
  const title = html`<h1>${change.name}: ${app}</h1>
<p>${app} ${versionOf(version)} ${badgeOf(asked.release)}</p>`;
  const choice = await change.choice(asked);
  if ('refusal' in choice)
    return html`${title}<p class="outcome refused" role="alert">${choice.refusal}</p><p><a class="button" href="${back}">Back</a></p>`;
  return html`${title}
${problem && html`<p class="outcome refused" role="alert" id="problem">${problem}</p>`}
${choice.text}
<form method="post" action="${action}" class="card">
<input type="hidden" name="form" value="${formToken}">
<input type="hidden" name="app" value="${app}">
<input type="hidden" name="version" value="${version}">
${channel === undefined ? null : html`<input type="hidden" name="channel" value="${channel}">`}
${choice.fields}
<label class="field">Reason
<input type="text" name="reason" required maxlength="500" autocomplete="off" aria-describedby="reason-hint${problem ? ' problem' : ''}"${problem ? html` aria-invalid="true"` : null}></label>
<p class="hint" id="reason-hint">The log keeps it, with your team.</p>
<p class="buttons"><button class="button danger">${change.name}</button> <a class="button" href="${back}">Cancel</a></p>
</form>`;
}
