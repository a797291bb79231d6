using Fathom.Studies.Running.Sources;

namespace Fathom.Cli.Rendering;

/// <summary>Progress of the build of subjects: one live line on a terminal, a line at its start and its end in a pipe.</summary>
internal sealed class SubjectBuildView(FathomConsole console, bool quiet) : IBuildProgress
{
    private const string What = "Building the programs that studies measure, once for this checkout";

    private long _began;

    public void Begin()
    {
        _began = console.Time.GetTimestamp();
        Write(console.ErrorIsTerminal ? $"{What} ..." : $"{What}: a minute or two.{Environment.NewLine}");
    }

    public void Built(int done)
    {
        if (console.ErrorIsTerminal)
        {
            Clear();
            Write($"{What}: {done} projects in {Seconds} s ...");
        }
    }

    public void End(bool succeeded)
    {
        Clear();
        Write(console.ErrorIsTerminal ? "" : $"{(succeeded ? "Built in" : "Stopped after")} {Seconds} s.{Environment.NewLine}");
    }

    private int Seconds => (int)console.Time.GetElapsedTime(_began).TotalSeconds;

    private void Clear()
    {
        if (!quiet && console.ErrorIsTerminal)
        {
            console.ClearLine();
        }
    }

    private void Write(string text)
    {
        if (!quiet)
        {
            console.Error.Write(text);
            console.Error.Flush();
        }
    }
}
