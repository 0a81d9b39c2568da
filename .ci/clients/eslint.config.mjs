// How printed scripts are linted: as modules for Node.js, and as what mongosh loads.
import js from '@eslint/js';

const names = (text) => Object.fromEntries(text.split(' ').map((name) => [name, 'readonly']));

export default [
  js.configs.recommended,
  { files: ['**/*.mjs'], languageOptions: { globals: names('console process') } },
  {
    files: ['**/*.mongosh.js'],
    languageOptions: {
      sourceType: 'script',
      globals: {
        ...names('BinData BSONRegExp console Decimal128 Double ISODate Long MaxKey MinKey ObjectId print printjson Timestamp UUID'),
        db: 'writable',
      },
    },
  },
];
