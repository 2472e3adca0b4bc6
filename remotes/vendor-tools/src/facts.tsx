/** Lists short facts within a line: 'Kitchen ticket · Bar · 12:04'. Each fact has its own direction, and no line begins with a dot. */
export const Facts = ({ facts }: { facts: readonly string[] }) =>
  [...facts.entries()].map(([at, fact]) => (
    <span key={at}>
      {at > 0 && '\u00a0· '}
      <bdi>{fact}</bdi>
    </span>
  ));
