/**
 * The shared modules that the shell provides to remotes: federation provides what the shell imports. A new subpath of
 * the contracts is added here and in webpack.shared.js; a test compares the two.
 */
import 'react';
import 'react/jsx-runtime';
import 'react-dom';
import 'react-dom/client';
import 'shared-contracts/client';
import 'shared-contracts/events';
import 'shared-contracts/local-keys';
import 'shared-contracts/query';
import 'shared-contracts/remote';
import 'shared-contracts/router';
import 'shared-contracts/rules/dates';
import 'shared-contracts/rules/delivery';
import 'shared-contracts/rules/destination';
import 'shared-contracts/rules/forms';
import 'shared-contracts/rules/money';
import 'shared-contracts/rules/notices';
import 'shared-contracts/rules/options';
import 'shared-contracts/rules/pictures';
import 'shared-contracts/rules/queue-state';
import 'shared-contracts/rules/search';
import 'shared-contracts/rules/totals';
import 'shared-contracts/session';
import 'shared-contracts/site';
import 'shared-contracts/ui';
import * as runtimeCore from '@module-federation/runtime-core';

// Remotes are built without the federation runtime and use the shell's from this global.
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
