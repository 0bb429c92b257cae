import type { KeySource } from '../../classifier/models/keySource';
import type { ProviderTable } from '../../classifier/models/modelCatalogue';
import { chooseModel } from '../../classifier/models/modelChoice';
import {
  shortDigest,
  type ChosenModel,
  type ModelChange,
  type ModelIdentity,
} from '../../classifier/models/modelIdentity';
import { ProviderFailure } from '../../classifier/models/provider';
import type { ClassifierSettings } from '../../engine/model/configuration';
import type { Confirm } from '../../editor/confirmation';
import type { NotificationWindow } from '../history/blockNotification';
import { notificationText } from '../../editor/notificationText';
import { t } from '@vscode/l10n';
import { shortLine } from '../../common/visibleText';

export interface ModelConfirmationParts {
  readonly identity: Pick<ModelIdentity, 'keep' | 'examine' | 'changedModels' | 'confirm'>;
  readonly settings: () => Pick<ClassifierSettings, 'model' | 'baseUrl'>;
  readonly keys: KeySource;
  readonly providers: ProviderTable;
  readonly confirm: Confirm;
  readonly onConfirmed: () => void;
  readonly refuseIfForbidden: () => void;
  readonly window: NotificationWindow & {
    showInformationMessage(message: string): PromiseLike<unknown>;
    showErrorMessage(message: string): PromiseLike<unknown>;
  };
}

const MAX_NAME = 200;
const NEVER = new AbortController().signal;

/** A changed model on this machine judges again once confirmed in a modal, which no call opens. */
export class ModelConfirmation {
  constructor(private readonly parts: ModelConfirmationParts) {}

  async announce({ model, address }: ModelChange): Promise<void> {
    const { window } = this.parts;
    const review = t('Review');
    const message = t(
      'The model {model} at {address} is not the one that you chose. Calls that it would judge are not judged until you confirm it.',
      { model: notificationText(model, MAX_NAME), address: notificationText(address, MAX_NAME) },
    );
    if ((await window.showWarningMessage(message, review)) !== review) return;
    try {
      await this.review();
    } catch (error) {
      await window.showErrorMessage(notificationText(error instanceof Error ? error.message : String(error), 400));
    }
  }

  /** Seen and not confirmed. */
  changedModels(): readonly string[] {
    return this.parts.identity.changedModels().map(({ model }) => model);
  }

  /**
   * @returns whether none is left
   * @throws ProviderFailure if a server cannot be asked; what `refuseIfForbidden` throws
   */
  async review(): Promise<{ readonly confirmed: boolean }> {
    const { identity, refuseIfForbidden, confirm, onConfirmed } = this.parts;
    refuseIfForbidden();
    const answers: boolean[] = [];
    let failure: unknown;
    for (const chosen of await this.toExamine()) {
      try {
        const found = await identity.examine(chosen, NEVER);
        if (typeof found === 'string') continue;
        const agreed = await confirm(
          t('Let the changed model judge tool calls?'),
          this.detail(found),
          t('Let It Judge'),
        );
        // A policy may have arrived.
        if (agreed) refuseIfForbidden();
        if (agreed) {
          await identity.confirm(found);
          onConfirmed();
        }
        answers.push(agreed);
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        failure ??= error;
      }
    }
    if (failure instanceof ProviderFailure) throw failure;
    return { confirmed: answers.every((agreed) => agreed) };
  }

  /** Keeps the chosen model's identity; asks if it replaces one. */
  async chosen(): Promise<void> {
    const { identity, window } = this.parts;
    const chosen = await this.inForce();
    if (chosen === undefined) return;
    try {
      const found = await identity.examine(chosen, NEVER);
      if (typeof found === 'object') await this.review();
      if (found !== 'untold') return;
      void window.showInformationMessage(
        t('The server does not say which model {model} is, so Auto Mode cannot notice when it is replaced.', {
          model: notificationText(chosen.model, MAX_NAME),
        }),
      );
    } catch (error) {
      // It is asked before it judges.
      if (!(error instanceof ProviderFailure)) throw error;
    }
  }

  /** Keeps the identity of the model in effect, unless one is kept. Never rejects. */
  async follow(): Promise<void> {
    try {
      const chosen = await this.inForce();
      if (chosen !== undefined) await this.parts.identity.keep(chosen, NEVER);
    } catch {
      // The first judgement tries again and reports it.
    }
  }

  private async inForce(): Promise<ChosenModel | undefined> {
    const { settings, keys, providers } = this.parts;
    const choice = await chooseModel(settings(), undefined, { keys, providers });
    return choice.kind === 'model' ? choice : undefined;
  }

  private async toExamine(): Promise<readonly ChosenModel[]> {
    const changed = this.parts.identity.changedModels();
    const current = await this.inForce();
    const isNew =
      current !== undefined &&
      !changed.some(
        ({ model, connection }) => model === current.model && connection.baseUrl === current.connection.baseUrl,
      );
    return isNew ? [...changed, current] : changed;
  }

  private detail({ model, address, kept, seen }: ModelChange): string {
    return [
      t('Model: {model}', { model: shortLine(model, MAX_NAME) }),
      t('Server: {address}', { address: shortLine(address, MAX_NAME) }),
      t('When you chose it: {digest}', { digest: shortDigest(kept) }),
      seen === undefined
        ? t('Now: the server does not say; a later change will not be noticed.')
        : t('Now: {digest}', { digest: shortDigest(seen) }),
      '',
      t(
        'Another model has this name now. A model that allows everything would switch Auto Mode off. Confirm it only if you made this change, such as by updating the model.',
      ),
    ].join('\n');
  }
}
