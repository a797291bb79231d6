using Fathom.Machines.Prerequisites;
using Fathom.TestKit;
using Fathom.Transport.Codecs;

namespace Fathom.Tests.Machines.Prerequisites;

/// <summary>What is found on the machine that runs the tests.</summary>
public class LocalMachineTests
{
    [Fact]
    public void This_machine_is_probed_as_it_is()
    {
        var machine = new LocalMachine();

        machine.Checkout.ShouldBe(Repository.Root);
        machine.Runtime.ShouldBe(Environment.Version);
        machine.ReadFile(Path.Combine(Repository.Root, "no-such-file")).ShouldBeNull();
        machine.TryDevice(Path.Combine(Repository.Root, "no-such-device")).ShouldBe(DeviceAccess.Absent);
        machine.LibraryVersion("no-such-library.so", "version").ShouldBeNull();
        Requires.Check(StudyPrerequisites.Sdk).IsPresent.ShouldBeTrue("the tests were built by an SDK");
    }

    [Fact]
    public async Task A_program_that_writes_without_end_fills_no_memory_and_still_ends()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "needs sh");
        var run = await new LocalMachine().RunAsync("/bin/sh", ["-c", "head -c 3000000 /dev/zero | tr '\\0' x; echo end >&2; exit 3"],
            TestContext.Current.CancellationToken);

        var (code, output, error) = run.ShouldNotBeNull();
        (code, output.Length, error).ShouldBe((3, LocalMachine.MaxOutput, "end\n"));
    }

    // The system looks for them in the current folder before PATH.
    [Theory]
    [InlineData("sh")]
    [InlineData("./sh")]
    public Task A_program_without_a_full_path_is_not_run(string program) => Should.ThrowAsync<ArgumentException>(
        () => new LocalMachine().RunAsync(program, ["-c", "true"], TestContext.Current.CancellationToken));

    [Theory]
    [InlineData("lz4")]
    [InlineData("zstd")]
    public void A_library_that_is_present_is_one_that_its_codec_can_use(string encoding)
    {
        var prerequisite = encoding == "lz4" ? StudyPrerequisites.Lz4 : StudyPrerequisites.Zstd;
        Requires.Present(prerequisite);

        Requires.Check(prerequisite).Found.ShouldMatch(@"^\d+\.\d+\.\d+$");
        CodecRegistry.Find(encoding)!.Implementation.ShouldBe(CodecImplementation.SystemLibrary);
    }
}
