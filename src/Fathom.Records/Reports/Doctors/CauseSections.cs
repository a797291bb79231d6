using Fathom.Records.Doctors;
using Fathom.Records.Reports.Html;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Doctors;

/// <summary>Writes the causes, the best first, each folded: what was seen, the proof, what would prove it, notes and fix.</summary>
internal static class CauseSections
{
    public static void Write(HtmlWriter html, DoctorRecord record)
    {
        foreach (var (index, cause) in record.Causes.Index())
        {
            FoldedSection.Write(html, ShareText.Head(cause), () => Cause(html, record, cause, isFirst: index == 0));
        }
    }

    private static void Cause(HtmlWriter html, DoctorRecord record, DoctorCause cause, bool isFirst)
    {
        html.Element("p", UnbrokenText.Of(cause.Claim ?? $"Seen: {cause.Evidence}."));
        if (cause.Claim is not null)
        {
            html.Element("p", UnbrokenText.Of($"Seen: {cause.Evidence}."));
        }

        if (cause.Proof is { } proof)
        {
            html.Element("p", UnbrokenText.Of($"Proof: {DoctorProofText.Of(proof)}."));
            if (!isFirst)
            {
                PairsPicture.Write(html, $"proof.{cause.Id}", RunPairs.Of(record, proof), proof);
            }
        }

        if (cause.Model is { } model)
        {
            html.Element("p", $"Predicted {Amount.Show(model.Predicted, model.Unit)}, measured {Amount.Show(model.Measured, model.Unit)}: "
                + $"{model.Formula}.");
        }

        if (cause.WouldProve is { } would)
        {
            html.Element("p", $"Proof would be: {would}");
        }

        foreach (var caveat in cause.Caveats)
        {
            html.Element("p", $"Note: {caveat}");
        }

        // That of the first cause is above, but where several were not told apart.
        if (!isFirst || CauseFix.Possible(record).Count > 1)
        {
            using (html.Tag("div", ("class", "fix")))
            {
                CauseFix.Code(html, cause);
            }
        }
    }
}
