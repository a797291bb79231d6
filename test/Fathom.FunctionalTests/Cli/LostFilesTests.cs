using Fathom.FunctionalTests.Cli.Servers;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Cli;

/// <summary>Figures that cannot be written are shown all the same.</summary>
public class LostFilesTests
{
    [Theory]
    [InlineData("load.json", "load.json and load.html")]
    [InlineData("load.html", "load.html")]
    public async Task Figures_of_load_are_shown_and_what_was_lost_is_said(string file, string lost)
    {
        await using var host = ScriptedShop.Start([[0x0A, 1, (byte)'i']]);
        using var folder = new TemporaryFolder();
        // A folder in its place: what no user can replace by a file, root included.
        Directory.CreateDirectory(Path.Combine(folder.Path, file, "in-the-way"));

        var run = await FathomRun.OfAsync("load", host.Address.Authority, "--call", "shop.Shop/Watch", "-n", "5", "--out", folder.Path);

        run.Output.ShouldContain("5 of shop.Shop/Watch");
        run.Output.ShouldContain("not written");
        run.Error.ShouldContain($"Not written: {lost}; the figures are what was shown");
        run.ExitCode.ShouldBe(3);
    }
}
