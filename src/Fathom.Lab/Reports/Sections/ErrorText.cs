using System.Globalization;
using Fathom.Lab.Results;

namespace Fathom.Lab.Reports.Sections;

/// <summary>Failed calls of a trial in words: how many, and of which status.</summary>
internal static class ErrorText
{
    public static string Of(TrialResult trial) => trial.ErrorsByStatus.Count == 0
        ? trial.Errors.ToString(CultureInfo.InvariantCulture)
        : string.Create(CultureInfo.InvariantCulture,
            $"{trial.Errors} ({string.Join(", ", trial.ErrorsByStatus.Select(e => $"{e.Key} {e.Value}"))})");
}
