using Fathom.Cli.Rendering;
using Fathom.TestKit;
using Fathom.TestKit.Records;
using Spectre.Console.Testing;

namespace Fathom.Tests.Cli.Rendering;

/// <summary>A verdict on the terminal, of each kind of verdict.</summary>
public sealed class DoctorViewTests
{
    public static TheoryData<string> Verdicts => [.. SyntheticExaminations.Names];

    [Theory]
    [MemberData(nameof(Verdicts))]
    public void A_verdict_on_a_console_of_80_columns(string name) => Snapshot.Matches(Shown(name), $"doctor-{name}");

    [Fact]
    public void With_v_what_was_ruled_out_and_what_was_not_looked_at_is_listed() =>
        Snapshot.Matches(Shown("rivals", isVerbose: true), "doctor-rivals-verbose");

    [Theory]
    [InlineData(40)]
    [InlineData(60)]
    [InlineData(200)]
    public void No_drawing_is_wider_than_the_console_or_80_columns(int width)
    {
        foreach (var name in SyntheticExaminations.Names)
        {
            foreach (var line in Shown(name, width).Split('\n').Where(l => l.Contains("--", StringComparison.Ordinal)
                || l.StartsWith("  [", StringComparison.Ordinal)))
            {
                line.Length.ShouldBeLessThanOrEqualTo(Math.Min(80, width), line);
            }
        }
    }

    [Fact]
    public void Drawings_are_ascii()
    {
        foreach (var line in Shown("pairs").Split('\n').Where(l => l.Contains("---", StringComparison.Ordinal)
            || l.StartsWith("  [", StringComparison.Ordinal)))
        {
            line.ShouldAllBe(c => c >= ' ' && c <= '~');
        }
    }

    [Fact]
    public void The_letters_of_a_call_add_up_to_the_bar()
    {
        var bar = Shown("healthy").Split('\n').Single(l => l.StartsWith("  [", StringComparison.Ordinal)).Trim();
        bar.Length.ShouldBe(78);
        bar.Trim('[', ']').ShouldAllBe(c => c == 'A' || c == 'B' || c == 'D');
    }

    [Fact]
    public void What_was_ruled_out_is_counted() => Shown("healthy").ShouldContain("""
        ruled out: 5 causes, -v lists them
        could not be looked at: one question
        """);

    private static string Shown(string name, int width = 80, bool isVerbose = false)
    {
        using var console = new TestConsole().Width(width);
        DoctorView.Write(console, SyntheticExaminations.Of(name), isVerbose);
        DoctorView.WritePage(console, "fathom-out/doctor.html");
        return string.Join('\n', console.Output.Split('\n').Select(line => line.TrimEnd()));
    }
}
