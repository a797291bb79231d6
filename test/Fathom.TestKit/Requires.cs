using System.Collections.Concurrent;
using Fathom.Machines.Prerequisites;
using Xunit;

namespace Fathom.TestKit;

/// <summary>Skips a test on a machine that lacks its prerequisites. The reason names the missing part and the remedy.</summary>
public static class Requires
{
    private static readonly LocalMachine Machine = new();
    private static readonly ConcurrentDictionary<string, Lazy<PrerequisiteResult>> Results = new();

    /// <summary>Skips the test unless the machine has every one of these.</summary>
    public static void Present(params IEnumerable<Prerequisite> prerequisites)
    {
        foreach (var prerequisite in prerequisites)
        {
            var result = Check(prerequisite);
            Assert.SkipUnless(result.IsPresent, $"needs {result.Message}");
        }
    }

    /// <summary>Whether every plant is examined: <c>FATHOM_PLANTS=1</c> asks for it, and the run at night. Other work of the machine hides
    /// causes, and <c>Fathom.Bench -- doctor</c> examines every plant several times.</summary>
    public static bool WantsPlants { get; } = Thorough.IsNightly || Environment.GetEnvironmentVariable("FATHOM_PLANTS") == "1";

    /// <summary>Skips the test of a timed diagnosis unless every plant is examined.</summary>
    public static void PlantsAreWanted() => Assert.SkipUnless(
        WantsPlants, "needs a quiet machine and half an hour: FATHOM_PLANTS=1 asks for it, or FATHOM_THOROUGH=nightly");

    /// <summary>Skips a test that takes longer than everybody waits for, and that a shorter one stands for.</summary>
    public static void Thoroughness() => Assert.SkipUnless(Thorough.IsOn, "takes long: FATHOM_THOROUGH=1 asks for it");

    /// <summary>Skips a test for which only a run at night has time, and that a shorter one stands for.</summary>
    public static void Night() => Assert.SkipUnless(Thorough.IsNightly, "runs at night: FATHOM_THOROUGH=nightly");

    /// <summary>The full path of a program; skips the test on a machine that lacks it.</summary>
    public static string Program(Prerequisite prerequisite)
    {
        Present(prerequisite);
        return Check(prerequisite).Program
            ?? throw new InvalidOperationException($"The prerequisite '{prerequisite.Id}' is not a program.");
    }

    /// <summary>The state of a prerequisite, found out once per process.</summary>
    public static PrerequisiteResult Check(Prerequisite prerequisite) => Results.GetOrAdd(
        // On the pool: the runner's synchronization context would wait for the thread that waits here.
        prerequisite.Id, _ => new(() => Task.Run(() => prerequisite.CheckAsync(Machine)).GetAwaiter().GetResult())).Value;
}
