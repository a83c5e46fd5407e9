// What `make lint` asks of the code of the web pages besides its types (tsconfig.json).

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: [".venv*", "build", "dist", "out"] },
  js.configs.recommended,
  {
    files: ["**/*.js"],
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",

      "default-case-last": "error",
      eqeqeq: "error",
      "no-else-return": "error",
      "no-eval": "error",
      "no-implicit-coercion": "error",
      "no-implied-eval": "error",
      "no-lonely-if": "error",
      "no-new-func": "error",
      "no-param-reassign": "error",
      "no-promise-executor-return": "error",
      "no-self-compare": "error",
      "no-shadow": "error",
      "no-template-curly-in-string": "error",
      "no-throw-literal": "error",
      "no-unneeded-ternary": "error",
      "no-unused-vars": ["error", { args: "all", argsIgnorePattern: "^_" }],

      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
      radix: "error",
      "require-atomic-updates": "error",
      strict: "error",
    },
  },
  { files: ["studio/web/page/*.js", "docs/assets/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["studio/web/page/sw.js"], languageOptions: { globals: globals.serviceworker } },
  { files: ["docs/assets/*.js"], languageOptions: { sourceType: "script" } },
];
