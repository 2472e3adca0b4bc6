/** The shell's own pages. Most visits start on another page, so this code is not in the scripts of the first screen. */
import { type ReactNode, Suspense, use } from 'react';
import type { AuthMode } from 'shared-contracts/events';
import { ContentIsShown } from '../first-screen/first-screen';
import { onDemand } from '../first-screen/on-demand';
import { ScreenSkeleton } from '../remotes/remote-screen';
import { t } from '../words';

const loadAccount = onDemand(() => import(/* webpackChunkName: "after-first-screen" */ '../account/account.screen'));
const loadSignIn = onDemand(() => import(/* webpackChunkName: "after-first-screen" */ '../sign-in/sign-in.screen'));
const loadPasswordReset = onDemand(
  () => import(/* webpackChunkName: "after-first-screen" */ '../sign-in/password-reset.screen'),
);

const loadNotFound = onDemand(() => import(/* webpackChunkName: "after-first-screen" */ './not-found.screen'));

const loadNotOperator = onDemand(() => import(/* webpackChunkName: "after-first-screen" */ './not-operator.screen'));

/** The setup is opened once in the life of a site, so its code is not loaded ahead. */
const loadSetup = onDemand(() => import(/* webpackChunkName: "setup" */ '../setup/setup.screen'));
// Few visitors ever open an invitation, so it is not in the file of the other pages.
const loadInvitation = onDemand(() => import(/* webpackChunkName: "invitation" */ '../invitation/invitation.screen'));

// The server redirects most scans, so few visitors see this page.
const loadTable = onDemand(() => import(/* webpackChunkName: "table" */ '../table/table.screen'));

// Few visitors read this page.
const loadAccessibility = onDemand(
  () => import(/* webpackChunkName: "accessibility" */ '../accessibility/accessibility.screen'),
);

export const loadOwnScreens = () =>
  Promise.all([loadAccount(), loadSignIn(), loadPasswordReset(), loadNotFound(), loadNotOperator()]);

function Account() {
  const { AccountScreen } = use(loadAccount());
  return <AccountScreen />;
}

function SignIn({ mode }: { mode: AuthMode }) {
  const { SignInScreen } = use(loadSignIn());
  return <SignInScreen mode={mode} />;
}

function PasswordReset() {
  const { PasswordResetScreen } = use(loadPasswordReset());
  return <PasswordResetScreen />;
}

function NotFound() {
  const { NotFoundScreen } = use(loadNotFound());
  return <NotFoundScreen />;
}

function NotOperator({ heading }: { heading: string }) {
  const { NotOperatorScreen } = use(loadNotOperator());
  return <NotOperatorScreen heading={heading} />;
}

function Setup() {
  const { SetupScreen } = use(loadSetup());
  return <SetupScreen />;
}

function Invitation() {
  const { InvitationScreen } = use(loadInvitation());
  return <InvitationScreen />;
}

function Table() {
  const { TableScreen } = use(loadTable());
  return <TableScreen />;
}

function Accessibility() {
  const { AccessibilityScreen } = use(loadAccessibility());
  return <AccessibilityScreen />;
}

/** @param title of the page, while its code is loading */
function OwnScreen({ title, children }: { title: () => string; children: ReactNode }) {
  return (
    <Suspense fallback={<ScreenSkeleton title={title()} />}>
      {children}
      <ContentIsShown />
    </Suspense>
  );
}

export const accountScreen = (
  <OwnScreen title={() => t('My Account')}>
    <Account />
  </OwnScreen>
);

const SIGN_IN_TITLES: Record<AuthMode, () => string> = {
  Login: () => t('Login'),
  Register: () => t('Register'),
  ForgotPassword: () => t('Forgot password'),
};

export const signInScreen = (mode: AuthMode) => (
  <OwnScreen title={SIGN_IN_TITLES[mode]}>
    <SignIn mode={mode} />
  </OwnScreen>
);

export const passwordResetScreen = (
  <OwnScreen title={() => t('Reset password')}>
    <PasswordReset />
  </OwnScreen>
);

export const notFoundScreen = (
  <OwnScreen title={() => t('Not found')}>
    <NotFound />
  </OwnScreen>
);

/** @param title of the page that the user may not open */
export const notOperatorScreen = (title: () => string) => (
  <OwnScreen title={title}>
    <NotOperator heading={title()} />
  </OwnScreen>
);

export const setupScreen = (
  <OwnScreen title={() => t('Set up your food hall')}>
    <Setup />
  </OwnScreen>
);

export const invitationScreen = (
  <OwnScreen title={() => t('Your invitation')}>
    <Invitation />
  </OwnScreen>
);

export const tableScreen = (
  <OwnScreen title={() => t('Your table')}>
    <Table />
  </OwnScreen>
);

export const accessibilityScreen = (
  <OwnScreen title={() => t('Accessibility')}>
    <Accessibility />
  </OwnScreen>
);
