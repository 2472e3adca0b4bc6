/** Shows every primitive in every state on one page, so that a change can be seen in both themes and at any width. */
import {
  AlarmClock,
  ArrowRight,
  ArrowUp,
  Check,
  Clock,
  ConciergeBell,
  Flame,
  LogOut,
  MapPin,
  Menu,
  MessageSquareText,
  PackageCheck,
  Search,
  Sofa,
  Trash2,
  UsersRound,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  Age,
  Alert,
  AlertDialog,
  Badge,
  Button,
  BuyBar,
  Card,
  ChoiceGroup,
  CountBadge,
  CoverImage,
  EmptyState,
  FailedState,
  Icon,
  IconButton,
  InLanguage,
  LinkText,
  Modal,
  Page,
  PasswordInput,
  Price,
  Receipt,
  Select,
  Sheet,
  SidePanel,
  Skeleton,
  SkeletonBlock,
  StepBars,
  Stepper,
  TabPanel,
  Tabs,
  TextArea,
  TextInput,
  Ticket,
  Toast,
  type ToastMessage,
} from 'shared-contracts/ui';
import styles from './gallery.module.css';
import { Section } from './section';

const THEMES = ['device', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
const OVERLAYS = ['modal', 'sheet', 'panel', 'question', 'message'] as const;
type Overlay = (typeof OVERLAYS)[number];

const MENUS = ['Ramen & rice', 'Small plates', 'Sweet', 'Drinks', 'Late bar'].map((label) => ({
  id: label.toLowerCase().replace(/\W+/g, '-'),
  label,
}));
const STATES = [
  { id: 'new', label: 'New', count: 1 },
  { id: 'busy', label: 'Preparing', count: 1 },
  { id: 'done', label: 'Done', count: 0 },
  { id: 'all', label: 'All', count: 2 },
];

/** Expects a router around it, since some buttons are links. */
export function Gallery() {
  const [theme, setTheme] = useState<Theme>('device');
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const [toast, setToast] = useState<ToastMessage | null>(null);
  const close = () => setOverlay(null);

  useEffect(() => {
    if (theme === 'device') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);

  return (
    <main>
      <Page className={styles.gallery}>
        <h1>Primitives</h1>
        <div className={styles.row}>
          {THEMES.map((each) => (
            <Button
              key={each}
              size="small"
              variant={theme === each ? 'primary' : 'quiet'}
              onClick={() => setTheme(each)}
            >
              {each}
            </Button>
          ))}
        </div>

        <Section title="Actions">
          <div className={styles.row}>
            <Button variant="primary">Add to cart</Button>
            <Button to="/">View Order</Button>
            <Button variant="success" icon={Check}>
              Done
            </Button>
            <Button variant="quiet">Continue Shopping</Button>
            <Button variant="plain">Cancel</Button>
            <Button variant="danger">Cancel order</Button>
            <Button variant="primary" disabled>
              Apply
            </Button>
            <Button variant="primary" busy>
              Apply
            </Button>
            <Button size="small">Change</Button>
          </div>
          <div className={styles.narrow}>
            <Button variant="primary" size="tall" wide>
              Pick
            </Button>
            <Button variant="primary" size="tall" wide end={<Icon of={ArrowRight} size="medium" />}>
              Go to cart
            </Button>
          </div>
          <div className={styles.row}>
            <IconButton icon={Menu} aria-label="Menu" />
            <IconButton icon={Search} aria-label="Search" />
            <IconButton icon={Trash2} aria-label="Delete" disabled />
            <IconButton icon={ArrowUp} aria-label="To top" floating />
            <LinkText to="/register">Register</LinkText>
            <LinkText quiet>Forgot password?</LinkText>
            <span className={styles.lozenge}>
              <Icon of={ConciergeBell} />
              <CountBadge count={2} label="unread" tone="hot" />
            </span>
            <span className={styles.lozenge}>
              <Icon of={PackageCheck} />
              <CountBadge count={120} label="items" />
            </span>
          </div>
        </Section>

        <Section title="Words about things">
          <div className={styles.row}>
            <Badge tone="new" icon={Clock}>
              New
            </Badge>
            <Badge tone="preparing" icon={Flame}>
              Preparing
            </Badge>
            <Badge tone="done" icon={Check}>
              Done
            </Badge>
            <Badge tone="late" icon={AlarmClock}>
              Late
            </Badge>
            <Badge>inactive</Badge>
            <Age isLate={false}>7 min</Age>
            <Age isLate>24 min</Age>
            <Price>$16.50</Price>
            <Price size="row">+$2.00</Price>
            <Price size="total">$93.80</Price>
          </div>
          <Alert>Table number is required.</Alert>
          <Alert tone="info">One price changed since you added it.</Alert>
          <Alert tone="done">Paid. Both vendors have your order.</Alert>
          <p>
            <InLanguage of="fr">Soupe du jour.</InLanguage>
          </p>
        </Section>

        <ItemSample />

        <Section title="Fields">
          <div className={styles.narrow}>
            <TextInput label="Email" type="email" autoComplete="email" defaultValue="thandi@example.com" />
            <TextInput label="Phone" type="tel" defaultValue="082 555" error="At least 10 characters." />
            <TextInput label="Location" placeholder="Table, room or address" hint="The number on your table" />
            <TextInput label="Location" defaultValue="Table 12" disabled />
            <PasswordInput label="Password" autoComplete="current-password" defaultValue="foodhall-demo" />
            <SelectSample />
            <TextArea label="Instructions" placeholder="Anything that helps us find you" />
          </div>
        </Section>

        <TabsSample />

        <Section title="Tickets and receipt">
          <div className={styles.grid}>
            <Ticket
              aria-labelledby="ticket-buyer"
              head={
                <>
                  <div className={styles.head}>
                    <CoverImage className={styles.thumbnail} />
                    <h3 id="ticket-buyer">Kumo Ramen</h3>
                  </div>
                  <StepBars state="busy" />
                </>
              }
            >
              <p className={styles.position}>
                <Icon of={UsersRound} /> You are 3 in the queue for this vendor
              </p>
              <Button wide to="/">
                View Order
              </Button>
            </Ticket>
            <Ticket
              aria-labelledby="ticket-vendor"
              strip="new"
              head={
                <div className={styles.head}>
                  <div className={styles.grow}>
                    <h3 id="ticket-vendor" className={styles.number}>
                      A-2063
                    </h3>
                    <Icon of={Sofa} size="small" />
                  </div>
                  <Age isLate>24 min</Age>
                </div>
              }
            >
              <p className={styles.note}>
                <Icon of={MessageSquareText} size="medium" /> No spring onion, please.
              </p>
              <Button variant="primary" size="tall" wide>
                Pick
              </Button>
            </Ticket>
            <Receipt
              title="Total"
              rows={[
                { label: 'Items', amount: '$80.50' },
                {
                  label: 'Service charge',
                  amount: '$2.50',
                  note: 'One combined service charge covers every vendor in this order.',
                },
                { label: 'HST', amount: '$10.80' },
              ]}
              total={{ label: 'To pay', amount: '$93.80' }}
            />
            <div className={styles.narrow}>
              <StepBars state="new" />
              <StepBars state="busy" />
              <StepBars state="done" />
            </div>
          </div>
        </Section>

        <Section title="Page states">
          <div className={styles.grid}>
            <EmptyState
              title="You have no orders in the queue right now"
              text="They appear here the moment you pay."
              action={
                <Button variant="primary" to="/venues">
                  Venues
                </Button>
              }
            />
            <FailedState text="Your cart is safe. The rest of Foodhall still works." onRetry={() => undefined} />
            <Card padded>
              <Skeleton>
                <div className={styles.skeleton}>
                  <div className={styles.lines}>
                    <SkeletonBlock shape="name" width="long" />
                    <SkeletonBlock />
                    <SkeletonBlock width="half" />
                    <SkeletonBlock shape="name" width="short" />
                  </div>
                  <SkeletonBlock className={styles.skeletonPicture} />
                </div>
              </Skeleton>
            </Card>
            <Card to="/" padded>
              <CoverImage ratio="vendor" />
              <h3>Kumo Ramen</h3>
            </Card>
          </div>
          <FailedState variant="row" text="Export Orders is not available right now." onRetry={() => undefined} />
        </Section>

        <Section title="Over the page">
          <div className={styles.row}>
            {OVERLAYS.map((each) => (
              <Button key={each} onClick={() => setOverlay(each)}>
                Open {each}
              </Button>
            ))}
            {(['dark', 'success', 'danger'] as const).map((color) => (
              <Button key={color} onClick={() => setToast({ content: 'Added orderItem to cart', color })}>
                Toast {color}
              </Button>
            ))}
          </div>
        </Section>

        <Modal
          open={overlay === 'modal'}
          onClose={close}
          title="Login"
          text="Sign in and we finish adding it to your cart."
        >
          <div className={styles.narrow}>
            <TextInput label="Email" type="email" defaultValue="thandi@example.com" data-autofocus />
            <TextInput label="Phone" type="tel" defaultValue="082 555" error="At least 10 characters." />
            <PasswordInput label="Password" autoComplete="current-password" />
            <Button
              variant="primary"
              size="tall"
              wide
              onClick={() => setToast({ content: 'Wrong password', color: 'danger' })}
            >
              Login
            </Button>
          </div>
        </Modal>
        <Sheet open={overlay === 'sheet'} onClose={close} title="Switch to">
          <p className={styles.sheetRow}>Thandi Mokoena</p>
          <p className={styles.sheetRow}>Kumo Ramen</p>
        </Sheet>
        <SidePanel
          open={overlay === 'panel'}
          onClose={close}
          title="Foodhall"
          foot={<LinkText href="tel:+14165550142">+1 416 555 0142</LinkText>}
        >
          <Button wide variant="quiet" icon={MapPin}>
            Venues
          </Button>
          <Button wide variant="plain" icon={LogOut}>
            Log Out
          </Button>
        </SidePanel>
        <AlertDialog open={overlay === 'question'} onClose={close} onOk={close} title="Mark as received">
          The order leaves your queue.
        </AlertDialog>
        <AlertDialog open={overlay === 'message'} onClose={close} title="No orders to export" />
        <Toast toast={toast} onDismiss={() => setToast(null)} />
      </Page>
    </main>
  );
}

function ItemSample() {
  const [size, setSize] = useState<number[]>([2]);
  const [toppings, setToppings] = useState<number[]>([1, 2]);
  const [quantity, setQuantity] = useState(2);
  return (
    <Section title="An item">
      <div className={styles.grid}>
        <ChoiceGroup
          type="radio"
          title="Size"
          hint="Choose 1"
          selected={size}
          onChange={setSize}
          choices={[
            { id: 1, name: 'Regular', price: '$16.50' },
            { id: 2, name: 'Large', price: '$19.50' },
            { id: 3, name: 'Half', price: '$11.00', disabled: true, note: 'Sold out for today' },
          ]}
        />
        <ChoiceGroup
          type="radio"
          title="Heat"
          hint="Choose 1"
          error="Choose 1 to go on."
          selected={[]}
          onChange={() => undefined}
          choices={[
            { id: 1, name: 'Mild' },
            { id: 2, name: 'Hot' },
          ]}
        />
        <ChoiceGroup
          type="checkbox"
          title="Toppings"
          max={2}
          hint={`${toppings.length} of 2`}
          isMet={toppings.length === 2}
          selected={toppings}
          onChange={setToppings}
          choices={[
            { id: 1, name: 'Soy-cured egg', price: '+$2.00' },
            { id: 2, name: 'Sweetcorn and butter', price: '+$1.50' },
            { id: 3, name: 'Extra chashu', price: '+$4.50' },
            { id: 4, name: 'Bamboo shoots', price: '+$1.50' },
          ]}
        />
      </div>
      <div className={styles.row}>
        <Stepper label="quantity" value={quantity} onChange={setQuantity} />
        <Stepper label="quantity, while a request runs" value={quantity} onChange={setQuantity} size="small" disabled />
      </div>
      <BuyBar>
        <Stepper label="quantity to buy" value={quantity} onChange={setQuantity} size="tall" />
        <Button variant="primary" size="tall" end={<Price size="button">$46.00</Price>}>
          Add to cart
        </Button>
      </BuyBar>
    </Section>
  );
}

function SelectSample() {
  const [method, setMethod] = useState('');
  return (
    <Select
      label="Deliver to"
      placeholder="Choose one"
      value={method}
      onChange={(event) => setMethod(event.target.value)}
      error={method === '' && 'Please select on of the delivery method types'}
      options={[
        { value: 'table', label: 'Table' },
        { value: 'room', label: 'Room' },
      ]}
    />
  );
}

function TabsSample() {
  const [menu, setMenu] = useState('ramen-rice');
  const [state, setState] = useState('all');
  return (
    <Section title="Tabs">
      <div className={styles.bleed}>
        <Tabs idBase="menus" label="Menus" tabs={MENUS} selected={menu} onSelect={setMenu} sticky />
        <TabPanel idBase="menus" tab={menu}>
          <Page>{menu}</Page>
        </TabPanel>
        <Tabs idBase="orders" label="Orders" tabs={STATES} selected={state} onSelect={setState} even />
        <TabPanel idBase="orders" tab={state}>
          <Page>{state}</Page>
        </TabPanel>
      </div>
    </Section>
  );
}
