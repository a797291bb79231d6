using Fathom.Diagnosis.Causes;
using Fathom.Doctor.Interventions;
using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor;

/// <summary>What the causes say of one watched process, or of one service that was probed from outside.</summary>
internal sealed class CauseScreening
{
    private readonly List<string> _notSeen = [];

    /// <summary>Screens a process or a service for all causes that it can show.</summary>
    /// <param name="seen">What was observed.</param>
    /// <param name="isService">Whether it is a service.</param>
    /// <param name="causes">The causes that can be; null for all that it can show.</param>
    public CauseScreening(Evidence seen, bool isService = false, IReadOnlyList<Cause>? causes = null)
    {
        Seen = seen;
        var suspects = new List<Suspicion>();
        var ruledOut = new List<(Cause, Screening)>();
        foreach (var cause in causes ?? (isService ? DoctorCauses.OfServices : DoctorCauses.OfProcesses))
        {
            switch (isService ? cause.ScreenService(seen) : cause.Screen(seen))
            {
                case { IsSuspected: true } screening:
                    suspects.Add(new Suspicion(cause, screening, isService ? [] : InterventionCatalog.Changing(cause.ProvenBy, seen)));
                    break;
                case { } screening:
                    ruledOut.Add((cause, screening));
                    break;
                default:
                    var required = isService ? cause.RequiredFromOutside : cause.RequiredFromWatch;
                    var missing = required.Where(q => !seen.Has(q)).Select(q => q.Text).ToList();
                    if (missing.Count > 0)
                    {
                        _notSeen.Add($"{cause.Id}: {string.Join(", ", missing)} not seen.");
                    }

                    break;
            }
        }

        Suspects =
            [.. suspects.OrderByDescending(s => s.Screening.Share).ThenBy(s => s.Cause.Id, StringComparer.Ordinal)];
        RuledOut = ruledOut;
    }

    /// <summary>What was observed.</summary>
    public Evidence Seen { get; }

    /// <summary>The suspected causes; what may cost most time is first.</summary>
    public IReadOnlyList<Suspicion> Suspects { get; }

    /// <summary>The causes that the observations rule out.</summary>
    public IReadOnlyList<(Cause Cause, Screening Screening)> RuledOut { get; }

    /// <summary>Whether a suspected cause is what is left where nothing else was seen.</summary>
    public bool IsByExclusion(string cause) => Find(cause)?.Screening.IsByExclusion == true;

    /// <summary>Whether a process was seen at a suspected cause.</summary>
    public bool IsSeenInside(string cause) => Find(cause)?.Screening.IsSeenInside == true;

    /// <summary>Whether a suspected cause only says what a healthy call is bound by.</summary>
    public bool IsInformation(string cause) => Find(cause)?.Cause.IsInformation == true;

    /// <summary>What tells two causes apart that are suspected by the same part of a call's time; null where they are suspected by
    /// others.</summary>
    public string? OfOnePart(string cause, string other) =>
        Find(cause)?.Screening is { Part: { } part } screening && part == Find(other)?.Screening.Part ? screening.Proof : null;

    /// <summary>The causes for which something was not observed, with what: sentences.</summary>
    public IReadOnlyList<string> NotSeen => _notSeen;

    private Suspicion? Find(string cause) => Suspects.FirstOrDefault(s => s.Cause.Id == cause);
}

/// <summary>A suspected cause.</summary>
/// <param name="Cause">The cause.</param>
/// <param name="Screening">Why it is suspected.</param>
/// <param name="Changes">The changes around a program that would prove it, in the order in which they are tried until one has an effect;
/// none where only the code can be changed.</param>
internal sealed record Suspicion(Cause Cause, Screening Screening, IReadOnlyList<Intervention> Changes);
