using Fathom.Machines.Prerequisites;

namespace Fathom.TestKit;

/// <summary>The repository that the tests were built from.</summary>
public static class Repository
{
    private static readonly string[] NotOurs = ["artifacts", ".git", "fathom-out", "bin", "obj", "node_modules"];

    /// <summary>Its root: the folder above the test's program that holds the solution.</summary>
    public static string Root { get; } = new LocalMachine().Checkout ?? throw new InvalidOperationException(
        "No folder above the tests' program holds Fathom.slnx: run the tests from a checkout.");

    /// <summary>A path in it.</summary>
    public static string PathOf(string relative) => Path.Combine(Root, relative);

    /// <summary>Its files of a pattern, built ones left out.</summary>
    public static IEnumerable<string> Files(string pattern) => Files(new DirectoryInfo(Root), pattern);

    private static IEnumerable<string> Files(DirectoryInfo folder, string pattern) =>
        folder.GetFiles(pattern).Select(f => f.FullName)
            .Concat(folder.GetDirectories().Where(d => !NotOurs.Contains(d.Name)).SelectMany(d => Files(d, pattern)));
}
