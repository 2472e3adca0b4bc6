import { hash, pick } from './hash';
import { type GroundName, groundNames, grounds } from './palette';
import { type PatternName, patternNames } from './patterns';
import type { Picture } from './picture';

export interface Appearance {
  ground: GroundName;
  pattern: PatternName;
  /** The hash of the name, for all other differences between pictures, such as the side and the rotation. */
  seed: number;
}

interface Category {
  grounds: readonly [GroundName, ...GroundName[]];
  patterns: readonly [PatternName, ...PatternName[]];
  glyphs: string;
}

/** Kinds of food, by the food on the main plate. Each has several looks, so that ten soups on a menu do not all look the same. */
const categories: readonly Category[] = [
  {
    grounds: ['night', 'sea', 'basil', 'paprika'],
    patterns: ['scales', 'waves', 'dots'],
    glyphs:
      'steaming-bowl takeout-box dumpling rice-ball rice-cracker cooked-rice bento-box chopsticks oden dango moon-cake fish-cake-with-swirl sake fortune-cookie',
  },
  {
    grounds: ['paprika', 'saffron', 'olive'],
    patterns: ['zigzag', 'tiles', 'rays'],
    glyphs: 'taco burrito tamale hot-pepper pot-of-food curry-rice beans falafel stuffed-flatbread shallow-pan-of-food',
  },
  {
    grounds: ['basil', 'saffron', 'paprika'],
    patterns: ['gingham', 'dots', 'stripes'],
    glyphs: 'pizza spaghetti tomato olive flatbread garlic cheese-wedge fondue bowl-with-spoon canned-food',
  },
  {
    grounds: ['saffron', 'paprika', 'sand'],
    patterns: ['gingham', 'rays', 'stripes'],
    glyphs:
      'hamburger hot-dog french-fries poultry-leg meat-on-bone cut-of-meat bacon sandwich popcorn ear-of-corn cooking',
  },
  {
    grounds: ['sand', 'berry', 'saffron'],
    patterns: ['gingham', 'stripes', 'dots'],
    glyphs:
      'croissant baguette-bread bread bagel pretzel pie pancakes waffle cookie butter chestnut peanuts egg potato',
  },
  {
    grounds: ['berry', 'sea', 'saffron', 'sand'],
    patterns: ['stripes', 'dots', 'rays'],
    glyphs:
      'ice-cream soft-ice-cream shaved-ice shortcake cupcake birthday-cake doughnut candy lollipop chocolate-bar custard honey-pot strawberry cherries peach grapes blueberries',
  },
  {
    grounds: ['olive', 'basil', 'saffron'],
    patterns: ['tiles', 'dots', 'gingham'],
    glyphs:
      'green-salad avocado carrot broccoli cucumber leafy-green bell-pepper eggplant mushroom brown-mushroom onion pea-pod herb roasted-sweet-potato mango pineapple kiwi-fruit melon watermelon lemon lime green-apple red-apple pear tangerine banana coconut',
  },
  {
    grounds: ['sea', 'night', 'saffron', 'basil'],
    patterns: ['waves', 'scales', 'zigzag'],
    glyphs: 'fish tropical-fish sushi shrimp fried-shrimp crab lobster oyster squid octopus',
  },
  {
    grounds: ['sea', 'olive', 'berry', 'saffron', 'sand'],
    patterns: ['dots', 'waves', 'stripes', 'rays'],
    glyphs:
      'cup-with-straw bubble-tea beverage-box tropical-drink cocktail-glass tumbler-glass glass-of-milk hot-beverage teacup-without-handle teapot mate wine-glass beer-mug clinking-glasses clinking-beer-mugs bottle-with-popping-cork ice',
  },
];

const categoryOfGlyph = new Map(
  categories.flatMap((category) => category.glyphs.split(' ').map((glyph) => [glyph, category] as const)),
);

/** The looks of food without a category. The ground 'night' is left out, because dark china suits few dishes. */
const others: Category = {
  grounds: ['saffron', 'paprika', 'basil', 'sea', 'berry', 'olive', 'sand'],
  patterns: ['gingham', 'scales', 'dots', 'tiles', 'stripes', 'waves', 'zigzag', 'rays'],
  glyphs: '',
};

const isGround = (name: string): name is GroundName => Object.hasOwn(grounds, name);
const isPattern = (name: string): name is PatternName => (patternNames as string[]).includes(name);

/**
 * Returns the ground and pattern of a picture: those that its document states, else some that suit the main dish. The name chooses among these,
 * so that a picture looks the same at every import.
 *
 * @throws Error that names an unknown ground or pattern and lists the known ones.
 */
export function appearance(name: string, picture: Picture): Appearance {
  const seed = hash(name);
  const category = categoryOfGlyph.get(picture.glyphs[0] ?? '') ?? others;
  const ground = picture.ground ?? pick(category.grounds, seed, 'ground');
  const pattern = picture.pattern ?? pick(category.patterns, seed, 'pattern');
  if (!isGround(ground)) {
    throw new Error(`There is no picture ground '${ground}'. Grounds: ${groundNames.join(', ')}.`);
  }
  if (!isPattern(pattern)) {
    throw new Error(`There is no picture pattern '${pattern}'. Patterns: ${patternNames.join(', ')}.`);
  }
  return { ground, pattern, seed };
}
