import { Button, EmptyState, StatePage } from 'shared-contracts/ui';

export interface NotHereProps {
  /** Names what is missing: 'We could not find this venue.' */
  title: string;
  text: string;
  /** One way on. */
  to: string;
  way: string;
}

/** An address that names a venue, vendor or item that does not exist (any more). */
export function NotHere({ title, text, to, way }: NotHereProps) {
  return (
    <StatePage heading="Nothing here">
      <EmptyState
        title={title}
        text={text}
        action={
          <Button variant="primary" to={to}>
            {way}
          </Button>
        }
      />
    </StatePage>
  );
}

export function UnknownVenue() {
  return (
    <NotHere
      title="We could not find this venue."
      text="The address may be mistyped, or the venue has closed."
      to="/venues"
      way="See all venues"
    />
  );
}

/** Unknown, or of another venue than the address says. */
export function UnknownVendor({ vendors }: { vendors: string }) {
  return (
    <NotHere
      title="We could not find this vendor."
      text="It may have left this venue. The others are still here."
      to={vendors}
      way="See all vendors"
    />
  );
}

export function UnknownItem({ menu }: { menu: string }) {
  return (
    <NotHere
      title="This is not on the menu any more."
      text="It may be sold out for now. There is more to choose from."
      to={menu}
      way="See the menu"
    />
  );
}
