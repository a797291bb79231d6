namespace Fathom.FunctionalTests.Subjects.Tree;

/// <summary>Processes by their ids.</summary>
internal static class TreeIds
{
    public static int[] ChildrenOf(int id) =>
        [.. Directory.GetDirectories($"/proc/{id}/task").SelectMany(t => File.ReadAllText($"{t}/children").Split(' ',
            StringSplitOptions.RemoveEmptyEntries)).Select(int.Parse).Distinct()];

    /// <summary>Those that are subjects: another process may have the id of one that has ended.</summary>
    public static IReadOnlyList<int> StillRunning(IEnumerable<int> ids) => [.. ids.Where(id => CommandOf(id).Contains("fathom-"))];

    public static string CommandOf(int id)
    {
        try
        {
            return File.ReadAllText($"/proc/{id}/cmdline");
        }
        catch (IOException)
        {
            return "";
        }
    }
}
