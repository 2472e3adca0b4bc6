/**
 * The ranges of federation's runtime (its semver/index.js) in a third of the code. A test compares the two, since a release is decided on by
 * the package's own (decision 0043). A build takes the text of this function, so it refers to nothing outside.
 * @typedef {{operator: string, version: string, major: string | undefined, minor: string | undefined, patch: string | undefined, preRelease: string[] | undefined}} Atom
 *   what the package compares
 * @param {(range: Atom, version: Atom) => boolean} compare the package's own
 * @returns {(version: string, range: string) => boolean}
 */
function rangesWith(compare) {
  const number = '(0|[1-9]\\d*|[xX*])';
  const tail = '([0-9A-Za-z.-]+)';
  /** An operator and as much of a version as is said. */
  const comparator = new RegExp(
    `^(\\^|~>?|[<>]?=?)[v=]*${number}(?:\\.${number}(?:\\.${number}(?:-${tail})?(?:\\+${tail})?)?)?$`,
  );

  /** @type {(operator: string, numbers: readonly number[], before?: string) => Atom} */
  const atom = (operator, numbers, before) => {
    const [major, minor, patch] = numbers.map(String);
    const version = numbers.join('.') + (before ? `-${before}` : '');
    return { operator, version, major, minor, patch, preRelease: before?.split('.') };
  };

  /**
   * The least and the greatest of a comparator, or undefined if it is none. Any version is in an empty list.
   * @param {string} text
   */
  function boundsOf(text) {
    const found = comparator.exec(text);
    if (!found) return undefined;
    const [, operator = '', ...parts] = found;
    const said = [0, 1, 2].findIndex((index) => !/\d/.test(parts[index] ?? ''));
    const isWhole = said < 0;
    const numbers = [0, 1, 2].map((index) => (isWhole || index < said ? Number(parts[index]) : 0));
    const before = isWhole ? parts[3] : undefined;
    /** @param {number} at */
    const next = (at) => numbers.map((each, index) => (index < at ? each : index > at ? 0 : each + 1));
    /** @param {number} at */
    const below = (at) => atom('<', next(at), '0');
    const least = atom('>=', numbers, before);
    const last = isWhole ? 2 : said - 1;
    if (last < 0) return operator === '<' || operator === '>' ? [atom('<', numbers, '0')] : [];
    if (operator === '^') return [least, below(numbers.findIndex((each, index) => each > 0 || index === last))];
    if (operator[0] === '~') return [least, below(Math.min(last, 1))];
    if (isWhole) return [atom(operator, numbers, before)];
    if (operator === '>') return [atom('>=', next(last))];
    if (operator === '<') return [atom('<', numbers, '0')];
    if (operator === '<=') return [below(last)];
    return operator === '>=' ? [least] : [least, below(last)];
  }

  /** @type {(own: Atom, text: string) => boolean} */
  const isIn = (own, text) => {
    const bounds = text
      .trim()
      .replace(/^(\S+)\s+-\s+(\S+)$/, '>=$1 <=$2')
      // Of each, the package joins the first alone to what follows.
      .replace(/^([<>=]+)\s+/, '$1')
      .replace(/(~>?)\s+/, '$1')
      .replace(/\^\s+/, '^')
      .split(/\s+/)
      .flatMap((each) => (each === '' ? [] : (boundsOf(each) ?? [undefined])));
    // The package drops it from a list, and takes no version where nothing else is in the list.
    const others = bounds.filter((bound) => bound?.operator !== '>=' || bound.version !== '0.0.0');
    return (
      (others.length > 0 || bounds.length === 0) && others.every((bound) => bound !== undefined && compare(bound, own))
    );
  };

  return (version, range) => {
    const [own] = /^v?\d/.test(version ?? '') ? (boundsOf(version) ?? []) : [];
    return own?.operator === '' && range.split('||').some((text) => isIn(own, text));
  };
}

module.exports = rangesWith;
