using System.Runtime.InteropServices;
using Fathom.FunctionalTests.Packages;
using Fathom.Samples.CodeFirst;
using Fathom.SubjectProtocol.Runners;
using Fathom.Subjects.Kestrel;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;
using Fathom.Transport.Client;

namespace Fathom.FunctionalTests.Samples;

/// <summary>The code-first sample, as it is built, and without reflection and without what the linker found unused: published without a
/// warning, and run.</summary>
public class CodeFirstSampleTests
{
    private const string Expected = """
        one sounding: 1230 m
        on the course: 4998 m, 4999 m, 5000 m, more than 5000 m
        the deepest: 5000 m
        followed: 100 m
        followed: 200 m

        """;

    private static readonly (string How, string[] Flags)[] Ways =
    [
        ("compiled ahead of time", []),
        ("compiled ahead of time for .NET 9", ["-p:FathomFramework=net9.0"]),
        ("trimmed", ["-p:TrimOnly=true"]),
    ];

    /// <summary>Each takes the linker, and two the compiler, most of a minute.</summary>
    public static TheoryData<string, string[]> Published => [.. Ways.Take(Thorough.Count(0, 1, Ways.Length))];

    [Fact]
    public async Task As_it_is_built_it_serves_and_calls_in_all_four_kinds()
    {
        Requires.Present(TestPrerequisites.Unix);
        await ServesAndCallsAsync([SubjectCatalog.DotnetHost, "exec",
            Repository.PathOf($"artifacts/bin/Fathom.Samples.CodeFirst/{FathomProcess.Configuration}/codefirst.dll")]);
    }

    [Theory(SkipTestWithoutData = true)]
    [MemberData(nameof(Published))]
    public async Task It_publishes_without_a_warning_and_serves_and_calls_in_all_four_kinds(string how, string[] flags)
    {
        Requires.Present(TestPrerequisites.Unix);
        using var folder = new TemporaryFolder();
        var sample = await PublishedProgram.PublishAsync(
            folder, "samples/CodeFirst", RuntimeInformation.RuntimeIdentifier, ["--self-contained", .. flags]);
        sample.ShouldBePublished(how);
        await ServesAndCallsAsync([Path.Combine(sample.Folder, "codefirst")]);
    }

    private static async Task ServesAndCallsAsync(IReadOnlyList<string> command)
    {
        await using var kestrel = await KestrelHost.StartAsync([DepthsHost.Define(new Depths())], new KestrelHostOptions());
        using var served = await RunningSample.ServeAsync(command);
        foreach (var address in new[] { served.Address, kestrel.Address })
        {
            var (exitCode, output, error) = await ChildProcess.RunAsync(
                command[0], [.. command.Skip(1), "client", address.AbsoluteUri]);
            error.ShouldBeEmpty();
            output.ShouldBe(Expected);
            exitCode.ShouldBe(0);
        }

        // Its host, by the framework's client.
        using var channel = new HttpClientChannel(new ChannelOptions { Address = served.Address });
        (await new DepthsClient(channel).SoundAsync(new Place(12, 30))).Metres.ShouldBe(1230);
        (await served.EndAsync()).ShouldBe(0);
    }
}
