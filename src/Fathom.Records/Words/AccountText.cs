namespace Fathom.Records.Words;

/// <summary>The words for an accounting check: a part of a measured value that was measured in the same run.</summary>
public static class AccountText
{
    /// <summary>Returns the part as a share of the whole: <c>97.8 %</c>.</summary>
    public static string Share(ModelCheck account)
    {
        ArgumentNullException.ThrowIfNull(account);
        return $"{Amount.Number(100 * account.Predicted / account.Measured)} %";
    }

    /// <summary>Returns the check in one line: <c>accounts for 24 ms of 24.5 ms (97.8 %), both measured in this run: time in the lock</c>.
    /// </summary>
    public static string Line(ModelCheck account)
    {
        ArgumentNullException.ThrowIfNull(account);
        return $"accounts for {Amount.Show(account.Predicted, account.Unit)} of {Amount.Show(account.Measured, account.Unit)} "
            + $"({Share(account)}), both measured in this run: {account.Formula}";
    }
}
