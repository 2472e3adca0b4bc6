/**
 * Stores the question for a second factor in this tab: a phone may discard the page while its owner opens the authenticator app, and the visitor can go on
 * after the reload.
 */
import { serverNow } from 'shared-contracts/client';
import type { FactorQuestion } from 'shared-contracts/types';

const STORAGE_KEY = 'sign-in.factor';
/** The API accepts an answer for as long as this, in milliseconds. */
const LIFETIME = 10 * 60_000;

interface Stored {
  question: FactorQuestion;
  askedAt: number;
}

/** Reads the question, if its answer is still accepted. */
export function readQuestion(now = serverNow()): FactorQuestion | undefined {
  try {
    const stored = JSON.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Stored | null;
    return stored && now - stored.askedAt < LIFETIME ? stored.question : undefined;
  } catch {
    return undefined;
  }
}

export function keepQuestion(question: FactorQuestion): void {
  const stored: Stored = { question, askedAt: serverNow() };
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
  } catch (error) {
    console.warn('Could not keep the sign-in in this tab', error);
  }
}

export function forgetQuestion(): void {
  try {
    window.sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // The browser refuses storage, so nothing was stored either.
  }
}
