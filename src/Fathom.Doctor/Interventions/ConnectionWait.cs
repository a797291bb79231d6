using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Doctor.Interventions;

/// <summary>Whether a change of how connections are made had an effect.</summary>
internal static class ConnectionWait
{
    /// <summary>Why it had none: a step of a connection still takes more than half as long.</summary>
    public static string? Remaining(Quantity<double> step, Evidence before, Evidence after) =>
        after.Find(step) is { Value: var wait } && before.Find(step) is { Value: var all } && wait > all / 2
            ? $"a connection still waited {FigureText.Duration(wait)}"
            : null;
}
