using Fathom.Diagnosis.Examination;
using Fathom.Diagnosis.Experiments;
using Fathom.TestKit.Worlds;

namespace Fathom.Tests.Diagnosis.Examination;

/// <summary>The rivals that are left in a world of given parameters.</summary>
internal static class WorldRivals
{
    private const double MinuteMs = 60_000;

    /// <summary>A world in which nothing is wrong, with a little noise.</summary>
    public static readonly WorldParameters Sound = new()
    {
        Fault = FaultKind.None,
        Stack = ServerStack.DotNet,
        RoundTripMs = 0.2,
        Noise = 0.02,
        SeesProcess = true,
        Processors = 2,
        ComputeMs = 0.2,
        WaitMs = 0,
        LibraryMs = 0.1,
    };

    public static Contrast? Rejection(RivalExamination rivals, string name) =>
        rivals.Rivals.Single(r => r.Mechanism.Name == name).Rejected?.Prediction.Of;

    public static async Task<IReadOnlyList<string>> PossibleAsync(WorldParameters parameters) =>
        [.. (await ExamineAsync(parameters)).Possible.Select(r => r.Mechanism.Name)];

    public static async Task<RivalExamination> ExamineAsync(WorldParameters parameters, bool endsOnTicks = false) =>
        (await ExamineCallsAsync(parameters, endsOnTicks)).Rivals.ShouldNotBeNull();

    public static async Task<ConcurrencyExamination> ExamineCallsAsync(WorldParameters parameters, bool endsOnTicks = false)
    {
        var world = new World(parameters, seed: 1);
        var began = world.NowMs;
        var examination = new ConcurrencyExamination(world, world.Facts with { EndsOnTicks = endsOnTicks });
        await examination.ExamineAsync(() => MinuteMs - (world.NowMs - began), _ => { }, default);
        return examination;
    }
}
