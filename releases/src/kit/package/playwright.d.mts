import type { Page } from '@playwright/test';

export interface Visit {
  /** The address of the running site. */
  site: string;
  /** The person who is signed in. Left out: a visitor. */
  email?: string;
  password?: string;
  /** The name of the stall that the person works for and acts for now. */
  stall?: string;
  /**
   * Your own build on a development server, `foodhall-remote dev`, in place of the released one. The site has to allow its origin (OVERRIDE_ORIGINS);
   * a token's grant is confirmed in the page instead.
   */
  remote?: { name: string; origin: string };
}

/** The response of the sign-in, as far as the helper reads it. */
export interface SignedInBody {
  token?: string;
  message?: string;
  data?: { id: number; name: string; vendors: { data: { id: number; name: string }[] } };
}

/** Opens a path of a site, signed in as a person if `visit` names one. @throws if the site does not sign the person in */
export function openScreen(page: Page, path: string, visit: Visit): Promise<void>;
