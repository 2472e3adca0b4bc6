/** What the shell provides to remotes and no public first screen takes: a file of its own, which arrives after it (docs/decisions/start.md). */
import * as delivery from 'shared-contracts/rules/delivery';
import * as forms from 'shared-contracts/rules/forms';
import * as notices from 'shared-contracts/rules/notices';
import * as options from 'shared-contracts/rules/options';
import * as queueState from 'shared-contracts/rules/queue-state';
import * as stripeAmounts from 'shared-contracts/rules/stripe-amounts';
import * as totals from 'shared-contracts/rules/totals';

/** The primitives beside those of first-primitives.ts. */
export {
  Age,
  AlertDialog,
  AnnounceChange,
  BuyBar,
  ChoiceGroup,
  ChoiceRow,
  Field,
  LinkText,
  Modal,
  PasswordInput,
  Receipt,
  Select,
  Sheet,
  SidePanel,
  StepBars,
  Stepper,
  TextArea,
  TextInput,
  Ticket,
  Toast,
} from 'shared-contracts/ui';

/** By the name that a remote imports each with. */
export const modules = {
  'shared-contracts/rules/delivery': delivery,
  'shared-contracts/rules/forms': forms,
  'shared-contracts/rules/notices': notices,
  'shared-contracts/rules/options': options,
  'shared-contracts/rules/queue-state': queueState,
  'shared-contracts/rules/stripe-amounts': stripeAmounts,
  'shared-contracts/rules/totals': totals,
};
