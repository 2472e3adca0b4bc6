import { builtClassesIn, problemsOfStyle } from './own-styles';

const problems = (css: string) => problemsOfStyle('menu.css', Buffer.from(css));

test.each([
  '.menu-mJff7-tabs{color:red}.menu-mJff7-tabs>b{color:blue}',
  '@layer base,primitives;@layer primitives{.button-P92ka-button{color:red}}',
  '@media (width>=700px){.menu-mJff7-tabs:hover h2{color:red}}',
  ':is(.menu-mJff7-tabs,.menu-mJff7-list) p{color:red}',
  '.menu-mJff7-tabs{&>b{color:red}:where(&,.menu-mJff7-list){color:red}}',
  '[data-theme=dark] .menu-mJff7-tabs::before{color:red}',
  'html[data-foodhall-modal=right]{overflow:hidden}:root[data-foodhall-buy-bar]{--buy-bar:4rem}',
  '@keyframes turn{from{rotate:0deg}}',
])('a release accepts %s', (css) => {
  expect(problems(css)).toEqual([]);
});

test.each([
  ['h1{color:red}', "'h1'"],
  ['*{margin:0}', "'*'"],
  [':root{--ink:red}', "':root'"],
  ['html[data-foodhall-modal] *{margin:0}', "'html[data-foodhall-modal] *'"],
  ['html:not([data-foodhall-modal]){margin:0}', "'html:not([data-foodhall-modal])'"],
  ['.card{color:red}', "'.card'"],
  ['.menu-mJff7-tabs,body{display:none}', "'.menu-mJff7-tabs,body'"],
  [':not(.menu-mJff7-tabs){color:red}', "':not(.menu-mJff7-tabs)'"],
  [':is(.menu-mJff7-tabs,h2){color:red}', "':is(.menu-mJff7-tabs,h2)'"],
  ['.menu-mJff7-tabs{html:has(&){color:red}}', "'html:has(&)'"],
  ['body:has(.menu-mJff7-tabs) *{color:red}', "'body:has(.menu-mJff7-tabs) *'"],
  ['@layer x{@media print{nav{display:none}}}', "'nav'"],
  ['@scope (.menu-mJff7-tabs){p{color:red}}', "'p'"],
  ['@font-face{font-family:x;src:url(/x.woff2)}', "'@font-face'"],
  ['@import "https://evil.example/a.css";', "'@import'"],
  ['@property --ink{syntax:"*";inherits:false}', "'@property'"],
])('a release refuses %s, and names %s', (css, name) => {
  expect(problems(css)).toEqual([`menu.css: ${name} applies outside of this remote.`]);
});

test('a release refuses text that is not a style sheet', () => {
  expect(problems('.a{color:red}}}')).toEqual([expect.stringMatching('menu.css is no style sheet')]);
});

test('the classes of a style sheet are found wherever a selector names them, also with escapes', () => {
  const css = `
    .menu-mJff7-tabs>.card-aB3dE-head,:is(.card-aB3dE-foot) p:not(.card-aB3dE-off){color:red}
    @media print{@layer x{.menu-mJff7-list{&:has(.card\\-aB3dE-row){color:red}}}}
    .plain{color:red}`;
  expect([...builtClassesIn(Buffer.from(css))].sort()).toEqual([
    'card-aB3dE-foot',
    'card-aB3dE-head',
    'card-aB3dE-off',
    'card-aB3dE-row',
    'menu-mJff7-list',
    'menu-mJff7-tabs',
  ]);
  expect(builtClassesIn(Buffer.from('.a-mJff7-b{color:red}}}'))).toEqual(new Set());
});
