namespace Fathom.FunctionalTests.Interop;

/// <summary>Programs of this machine.</summary>
internal static class Tool
{
    /// <summary>The path of a program on the PATH, or among the servers that only root's PATH has; null where it is not.</summary>
    public static string? Find(string name) => Environment.GetEnvironmentVariable("PATH")!.Split(Path.PathSeparator).Append("/usr/sbin")
        .Select(folder => Path.Combine(folder, name))
        .FirstOrDefault(File.Exists);

    /// <summary>The path of a program; skips the test where it is absent.</summary>
    public static string Need(string name, string package)
    {
        var program = Find(name);
        Assert.SkipWhen(program is null, $"No {name} on the PATH; Debian's package is '{package}'.");
        return program!;
    }
}
