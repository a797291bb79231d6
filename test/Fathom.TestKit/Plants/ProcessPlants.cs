using Fathom.Records;
using Shouldly;

namespace Fathom.TestKit.Plants;

/// <summary>Processes that are at work while they are examined.</summary>
internal static class ProcessPlants
{
    /// <summary>All of them.</summary>
    public static IReadOnlyList<Plant> All { get; } =
    [
        Sender("per-call", "certificate-per-call") with { Evidence = "CertificateFiles.ReadAsync in LoadWithKeysAsync" },
        Sender("once", null) with { Says = r => r.RuledOut.ShouldContain(c => c.Id == "certificate-per-call") },
        new("sleeper", "none", stage => Task.FromResult<string[]>(["--pid", $"{stage.Own(ChildProcess.Start("sleep", "300")).Id}"]))
        {
            Says = r => r.Verdict.ShouldStartWith("Nothing was found, but 17 of 19 causes could not be looked at."),
        },
    ];

    // As published, it loads its certificates for each message.
    private static Plant Sender(string certificateUse, string? cause) => new($"mediator-sender-{certificateUse}", "Fathom.Mediator",
        async stage => ["--pid", $"{stage.OwnAsync(await MediatorSender.StartAsync(certificateUse)).Id}"])
    {
        Cause = cause,
        Kind = FindingKind.Hint,
        Says = r => r.Causes.ShouldHaveSingleItem(),
    };
}
