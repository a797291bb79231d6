namespace Fathom.Cli.Settings.Units;

/// <summary>Percentages: <c>2%</c>, <c>0.05%</c>, <c>100%</c>. The sign is required, because "2" alone could mean 2 or 200 %.</summary>
internal static class PercentageText
{
    /// <summary>Accepted form, for error messages.</summary>
    public const string Accepted = "0% to 100%, with the sign, such as 2%";

    /// <summary>Parses a percentage into a value from 0 to 1.</summary>
    public static bool TryParse(string? text, out double share)
    {
        share = 0;
        if (!QuantityParser.TrySplit(text, out var number, out var unit) || unit is not "%" || number > 100)
        {
            return false;
        }

        share = (double)(number / 100);
        return true;
    }
}
