using Fathom.Records.Doctors;

namespace Fathom.Records.Words;

/// <summary>The words for what a cause costs, the same on terminal and page.</summary>
public static class ShareText
{
    /// <summary>Returns the share, of what, and its lower bound where they are known: <c>94 % of the time of 32 calls at once (at least
    /// 92 %)</c>.</summary>
    public static string Of(DoctorCause cause)
    {
        ArgumentNullException.ThrowIfNull(cause);
        return $"{Percent(cause.Share)} of {cause.ShareOf ?? "the time"}{(cause.ShareLow is { } low ? $" (at least {Percent(low)})" : "")}";
    }

    /// <summary>Returns the head of a cause: its id, its share, and whether it is proven.</summary>
    public static string Head(DoctorCause cause)
    {
        ArgumentNullException.ThrowIfNull(cause);
        return $"{cause.Id}: {Of(cause)}, {(cause.Kind == FindingKind.Finding ? "proven" : "a hint, not proven")}";
    }

    /// <summary>A part of a whole: <c>53.4 %</c>, or <c>under 0.1 %</c>.</summary>
    public static string Part(double share) => share is > 0 and < 0.001 ? "under 0.1 %" : Percent(Math.Round(share, 3));

    /// <summary>A share as a percentage with three significant digits.</summary>
    public static string Percent(double share) => $"{Amount.Number(100 * share)} %";
}
