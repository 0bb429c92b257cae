/** What no panel shows first: a file of its own, loaded after the first paint. */
import '../models/modelChoicePage';
import '../rules/ruleEditingPage';
import '../story/storyElement';
import '../undo/undoPage';
