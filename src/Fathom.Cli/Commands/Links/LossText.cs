using Fathom.Cli.Settings.Units;
using Fathom.Link.Impairments;

namespace Fathom.Cli.Commands.Links;

/// <summary>Loss models: <c>2%</c> (each packet by itself), <c>ge:1%,25%</c> (in bursts, by the model of Gilbert and Elliott).</summary>
internal static class LossText
{
    /// <summary>Accepted form, for error messages.</summary>
    public const string Accepted = PercentageText.Accepted
        + ", or ge:TO_BAD,TO_GOOD[,LOSS_IN_BAD[,LOSS_IN_GOOD]] with TO_GOOD above 0%, such as ge:1%,25%";

    public static bool TryParse(string text, out LossModel loss)
    {
        loss = LossModel.None;
        if (!text.StartsWith("ge:", StringComparison.OrdinalIgnoreCase))
        {
            var read = PercentageText.TryParse(text, out var share);
            loss = new IndependentLoss(share);
            return read;
        }

        var parts = text[3..].Split(',');
        Span<double> shares = [0, 0, 1, 0];
        if (parts.Length is < 2 or > 4)
        {
            return false;
        }

        for (var i = 0; i < parts.Length; i++)
        {
            if (!PercentageText.TryParse(parts[i].Trim(), out shares[i]))
            {
                return false;
            }
        }

        loss = new GilbertElliottLoss(shares[0], shares[1], shares[2], shares[3]);
        return shares[1] > 0;
    }
}
