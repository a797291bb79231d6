namespace Fathom.Link.Units;

/// <summary>Shares of a whole: <c>2%</c>, <c>0.05%</c>, <c>100%</c>. The sign is never left out: 0.02 and 2 are both easily meant by
/// "2".</summary>
public static class ShareText
{
    /// <summary>What is accepted, for messages.</summary>
    public const string Accepted = "0% to 100%, with the sign, such as 2%";

    /// <summary>Reads a share from 0 to 1.</summary>
    public static bool TryParse(string? text, out double share)
    {
        share = 0;
        if (!Quantity.TrySplit(text, out var number, out var unit) || unit is not "%" || number > 100)
        {
            return false;
        }

        share = (double)(number / 100);
        return true;
    }
}
