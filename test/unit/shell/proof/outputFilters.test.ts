import { notProven, proven } from './proofTables';

describe('rtk, which shortens what a command prints', () => {
  proven(
    'rtk git status',
    'rtk git log --oneline -5',
    'rtk git diff HEAD~1',
    'rtk git show --stat',
    'rtk ls -la src',
    'rtk -v ls',
  );

  notProven([
    ['rtk git push', /./],
    ['rtk git stash', /./],
    ['rtk git branch', /not known what rtk/],
    ['rtk git -C /tmp status', /not known what rtk/],
    ['rtk git diff --output=a', /./],
    // It drops the dashes.
    ['rtk git diff -- --output=a', /drop dashes/],
    ['rtk git diff HEAD -- a', /drop dashes/],
    ['rtk git diff $x', /drop dashes/],
    ['rtk git mine', /not known what rtk/],
    ['rtk grep TODO', /not known what rtk/],
    ['rtk read .env', /not known what rtk/],
    ['rtk find . -delete', /not known what rtk/],
    ['rtk npm test', /not known what rtk/],
    ['rtk proxy rm a', /not known what rtk/],
    ['rtk err "rm a"', /not known what rtk/],
    ['rtk rm -rf a', /./],
    ['rtk', /not known what rtk/],
    ['rtk init', /not known what rtk/],
    ['rtk --version', /option/],
    ['./rtk git status', /no program of the system/],
    ['RTK_CONFIG=. rtk git status', /RTK_CONFIG may change/],
  ]);
});
