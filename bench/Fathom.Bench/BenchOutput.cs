namespace Fathom.Bench;

/// <summary>The result of a bench: lines for the console, and a file.</summary>
internal interface IBenchReport
{
    /// <summary>Prints the result for people.</summary>
    void Print(TextWriter output);

    /// <summary>Writes the result as JSON.</summary>
    void Write(string path);
}

/// <summary>What becomes of the result of a bench.</summary>
internal static class BenchOutput
{
    /// <summary>Prints a result, writes it where a file was named, and returns the exit code: 1 if a bar was missed.</summary>
    public static int Give(IBenchReport report, string? file, bool holds)
    {
        report.Print(Console.Out);
        if (file is not null)
        {
            report.Write(file);
        }

        return holds ? 0 : 1;
    }
}
