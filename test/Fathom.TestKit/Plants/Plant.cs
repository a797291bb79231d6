using Fathom.Diagnosis.Causes.MethodWaits;
using Fathom.Machines.Prerequisites;
using Fathom.Records;
using Fathom.Records.Doctors;
using Shouldly;

namespace Fathom.TestKit.Plants;

/// <summary>A service or program with one known cause of slowness, or a healthy one, and how <c>fathom doctor</c> examines it.</summary>
/// <param name="Name">Its name, unique in <see cref="PlantCatalog"/>.</param>
/// <param name="Stack">The library it runs on.</param>
/// <param name="StartAsync">Starts what it needs; returns the arguments of <c>fathom doctor</c>.</param>
public sealed record Plant(string Name, string Stack, Func<PlantStage, Task<string[]>> StartAsync)
{
    /// <summary>The cause that must be first; null where none may be.</summary>
    public string? Cause { get; init; }

    /// <summary>What the cause must be: proven where the doctor can make the change that proves it, else a hint.</summary>
    public FindingKind Kind { get; init; }

    /// <summary>The variable whose change alone must prove it; null where any may.</summary>
    public string? Proof { get; init; }

    /// <summary>Whether a formula must predict the time that was compared.</summary>
    public bool HasFormula { get; init; }

    /// <summary>What the evidence of the cause must contain, such as its place in the code; empty for nothing.</summary>
    public string Evidence { get; init; } = "";

    /// <summary>What else its verdict must say, as assertions; null for nothing.</summary>
    public Action<DoctorRecord>? Says { get; init; }

    /// <summary>What the machine must have.</summary>
    public IReadOnlyList<Prerequisite> Needs { get; init; } = [];

    /// <summary>Whether nothing of gRPC's is to be repaired: no finding may be named.</summary>
    public bool IsHealthy => Cause is null or MethodWaitsCause.Name;

    /// <summary>Fails where a verdict on it is not what it must be.</summary>
    /// <param name="record">The verdict.</param>
    /// <param name="wrote">What the examination wrote, for the message.</param>
    public void Check(DoctorRecord record, string wrote)
    {
        if (Cause is null)
        {
            record.Causes.ShouldBeEmpty(wrote);
        }
        else
        {
            record.Causes.ShouldNotBeEmpty(wrote);
            (record.Causes[0].Id, record.Causes[0].Kind).ShouldBe((Cause, Kind), wrote);
            (Proof is null || record.Causes[0].Proof?.Variable == Proof).ShouldBeTrue(wrote);
            (record.Causes[0].Model is null && HasFormula).ShouldBeFalse(wrote);
            record.Causes[0].Evidence.ShouldContain(Evidence, Case.Sensitive, wrote);
        }

        record.Observations.ShouldNotContain(o => o.Value.Contains("127.0.0.1", StringComparison.Ordinal), wrote);
        record.Causes.ShouldAllBe(c => !IsHealthy || c.Kind == FindingKind.Hint, wrote);
        record.Causes.ShouldAllBe(c => c.Kind == FindingKind.Finding || c.WouldProve != null, wrote);
        Says?.Invoke(record);
    }
}
