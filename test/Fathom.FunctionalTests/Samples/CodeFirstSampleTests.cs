using Fathom.Lab.Prerequisites;
using Fathom.Samples.CodeFirst;
using Fathom.Subjects.Kestrel;
using Fathom.TestKit;
using Fathom.Transport.Client;

namespace Fathom.FunctionalTests.Samples;

/// <summary>The code-first sample without reflection and without what the linker found unused: published without a warning, and
/// run.</summary>
public class CodeFirstSampleTests
{
    private const string Expected = """
        one sounding: 1230 m
        on the course: 4998 m, 4999 m, 5000 m, more than 5000 m
        the deepest: 5000 m
        followed: 100 m
        followed: 200 m

        """;

    [Theory]
    [InlineData("compiled ahead of time")]
    [InlineData("compiled ahead of time for .NET 9", "-p:FathomFramework=net9.0")]
    [InlineData("trimmed", "-p:TrimOnly=true")]
    public async Task It_publishes_without_a_warning_and_serves_and_calls_in_all_four_kinds(string how, params string[] flags)
    {
        Requires.Present(TestPrerequisites.Unix);
        using var sample = await PublishedSample.PublishAsync(flags);
        Assert.SkipWhen(sample.Missing is not null, $"{how}: {sample.Missing}");
        sample.ExitCode.ShouldBe(0, sample.Log);
        sample.Log.ShouldNotContain(": warning ");

        await using var kestrel = await KestrelHost.StartAsync([DepthsHost.Define(new Depths())], new KestrelHostOptions());
        using var served = await RunningSample.ServeAsync(sample.Program);
        foreach (var address in new[] { served.Address, kestrel.Address })
        {
            var (exitCode, output, error) = await ChildProcess.RunAsync(sample.Program, "client", address.AbsoluteUri);
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
