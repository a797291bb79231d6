using Fathom.Records.Doctors;
using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Pictures;
using Fathom.Records.Reports.Svg;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Doctors;

/// <summary>Writes the experiment that proved a cause: every pair of runs as a line between the unchanged run (a dot) and the changed one
/// (a square), and below them the ratio of all with its interval.</summary>
internal static class PairsPicture
{
    private const string Unchanged = "slow";
    private const string Changed = "fixed";
    private const double Inset = 8;
    private const double Top = 8;
    private const double RowHeight = 13;
    private const double MaxPairsHeight = 260;
    private const double RatioTop = 54;
    private const int RatioTicks = 5;

    public static void Write(HtmlWriter html, string id, RunPairs pairs, DoctorProof proof)
    {
        var title = $"{proof.Metric}: {pairs.Change} and nothing else changed";
        using (html.Tag("figure", ("class", "proof")))
        {
            using (html.Tag("figcaption"))
            {
                html.Element("strong", "Every pair");
                html.Text(UnbrokenText.Of($" of {proof.Metric}, with {pairs.Change} and nothing else changed: "
                    + $"{DoctorProofText.Value(proof, proof.Before)} to {DoctorProofText.Value(proof, proof.After)}, "));
                html.Element("strong", DoctorProofText.Times(proof));
                html.Text($", {DoctorProofText.Test(proof)}.");
            }

            if (pairs.All.Count == 0)
            {
                return;
            }

            foreach (var canvas in Canvas.HalfOrNarrow)
            {
                var rows = Math.Min(RowHeight, MaxPairsHeight / pairs.All.Count);
                var bottom = Top + (rows * pairs.All.Count);
                canvas.Draw(html, id, bottom + RatioTop + 44, title, Description(pairs, proof), () =>
                {
                    Pairs(html, canvas, pairs, proof, rows, bottom);
                    Ratio(html, canvas, proof, bottom + RatioTop);
                });
            }

            Legend.Write(html, [(Unchanged, "unchanged"), (Changed, "with the change; a line joins the two of a round")],
                arm => Mark(html, arm.Item1, 14, 5), arm => html.Text($" {arm.Item2}"));
        }
    }

    private static void Pairs(HtmlWriter html, Canvas canvas, RunPairs pairs, DoctorProof proof, double rows, double bottom)
    {
        var most = pairs.All.Max(p => Math.Max(p.Before, p.After));
        var (factor, unit) = Amount.ScaleOf(most, proof.Unit);
        var scale = new LinearScale(0, most * factor, Inset, canvas.Width - Inset, canvas.Ticks, isOpen: true).In(factor, unit);
        Axis.Horizontal(html, scale, 0, bottom);
        foreach (var (index, pair) in pairs.All.Index())
        {
            var y = Top + (rows * (index + 0.5)) - 2;
            html.Segment("pair", scale.At(pair.Before), y, scale.At(pair.After), y);
            Mark(html, Unchanged, scale.At(pair.Before), y);
            Mark(html, Changed, scale.At(pair.After), y);
        }
    }

    private static void Ratio(HtmlWriter html, Canvas canvas, DoctorProof proof, double top)
    {
        var (ratio, middle) = (proof.Ratio, top + 10);
        var (low, high) = proof.NoChange is { } none ? (none.Low, none.High) : (1, 1);
        var scale = new LinearScale(Math.Min(low, ratio.Low), Math.Max(high, ratio.High), Inset, canvas.Width - Inset, RatioTicks,
            isOpen: ratio.High > 1, isFitted: ratio.High < 3);
        html.Label($"unchanged over changed; {(high > low ? "band: no difference" : "1 is no difference")}", Inset, top - 6, look: "axis");
        if (high > low)
        {
            html.Box("band met", scale.At(low), top, scale.At(high) - scale.At(low), 20);
        }

        Axis.Horizontal(html, scale, top, top + 20);
        html.Segment("neutral", scale.At(1), top - 2, scale.At(1), top + 20);
        html.Segment("interval", scale.At(ratio.Low), middle, scale.At(ratio.High), middle);
        html.Segment("whisker", scale.At(ratio.Low), middle - 5, scale.At(ratio.Low), middle + 5);
        html.Segment("whisker", scale.At(ratio.High), middle - 5, scale.At(ratio.High), middle + 5);
        html.Dot("median", scale.At(ratio.Value), middle, 4);
    }

    private static void Mark(HtmlWriter html, string look, double x, double y)
    {
        if (look == Unchanged)
        {
            html.Dot($"dot {look}", x, y, 4);
        }
        else
        {
            html.Box($"bar {look}", x - 3.5, y - 3.5, 7, 7);
        }
    }

    private static string Description(RunPairs pairs, DoctorProof proof) =>
        string.Join("; ", pairs.All.Select(p =>
            $"round {p.Block}: {DoctorProofText.Value(proof, p.Before)} unchanged, {DoctorProofText.Value(proof, p.After)} changed"))
        + $"; unchanged over changed {DoctorProofText.Times(proof)}";
}
