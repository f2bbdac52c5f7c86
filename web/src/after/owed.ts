/** What is owed at the end. */
import type { Payment } from '$generated/api';

/** Payments as debts of more than nothing: who would owe less than nothing is owed it. */
export function owed(payments: readonly Payment[]): Payment[] {
  return payments
    .filter(({ amount }) => amount !== 0)
    .map(({ payer, payee, amount }) => (amount > 0 ? { payer, payee, amount } : { payer: payee, payee: payer, amount: -amount }));
}
