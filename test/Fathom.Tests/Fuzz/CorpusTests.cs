using Fathom.Fuzz;
using Fathom.TestKit;

namespace Fathom.Tests.Fuzz;

/// <summary>The inputs from which bench/fuzz starts, those that have failed once among them.</summary>
public sealed class CorpusTests
{
    public static TheoryData<string> Targets => [.. FuzzTarget.All.Select(target => target.Name)];

    [Theory]
    [MemberData(nameof(Targets))]
    public void Each_input_is_parsed_or_refused_as_documented(string name)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() || name != "packets", "Packets go through sockets of Linux.");
        var target = FuzzTarget.All.Single(target => target.Name == name);
        var files = Directory.GetFiles(Repository.PathOf($"bench/Fathom.Fuzz/Corpus/{name}"));
        files.ShouldNotBeEmpty();
        foreach (var file in files)
        {
            Should.NotThrow(() => target.Run(File.ReadAllBytes(file)), Path.GetFileName(file));
        }
    }

    [Fact]
    public void Each_target_has_inputs_and_each_input_a_target() =>
        Directory.GetDirectories(Repository.PathOf("bench/Fathom.Fuzz/Corpus")).Select(folder => Path.GetFileName(folder)!)
            .ShouldBe(FuzzTarget.All.Select(target => target.Name), ignoreOrder: true);
}
