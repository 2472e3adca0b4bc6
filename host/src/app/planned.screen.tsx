import { Button, EmptyState, Page } from 'shared-contracts/ui';

const COMING: Readonly<Record<string, string>> = {
  Venues: 'Here you will choose the venue to order from.',
  Vendors: 'Here you will find every vendor of this venue.',
  Menu: 'Here you will find what this vendor cooks.',
  Item: 'Here you will choose sizes and extras, and add to your cart.',
  Cart: 'Here you will see what you chose from every vendor, and pay once for all of it.',
  Payment: 'Here you will learn how a payment ended.',
  Orders: 'Here you will follow your orders.',
  Order: 'Here you will see one order with everything in it.',
  Receipt: 'Here you will print a receipt.',
  Items: 'Here you will see everything on your menu.',
  'Edit Item': 'Here you will mark items, variants and options active or inactive.',
};

/** Stands at an address of the product that no released remote serves yet. */
export function PlannedScreen({ title }: { title: string }) {
  return (
    <Page>
      <h1>{title}</h1>
      <EmptyState
        title="This page is coming"
        text={COMING[title]}
        action={
          <Button variant="primary" to="/">
            Done
          </Button>
        }
      />
    </Page>
  );
}
