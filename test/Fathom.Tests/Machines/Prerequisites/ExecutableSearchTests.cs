using Fathom.Machines.Prerequisites;
using Fathom.TestKit;

namespace Fathom.Tests.Machines.Prerequisites;

/// <summary>Where programs are found.</summary>
public sealed class ExecutableSearchTests : IDisposable
{
    private readonly TemporaryFolder _temporary = new();

    public void Dispose() => _temporary.Dispose();

    [Fact]
    public void The_preferred_name_wins_over_the_earlier_folder()
    {
        var (first, second) = (Folder("first"), Folder("second"));
        Program("first/chrome");
        var preferred = Program("second/chromium");

        ExecutableSearch.FindIn([first, second], "chromium", "chrome").ShouldBe(preferred);
    }

    [Fact]
    public void The_earlier_folder_wins_for_one_name()
    {
        var (first, second) = (Folder("first"), Folder("second"));
        var earlier = Program("first/curl");
        Program("second/curl");

        ExecutableSearch.FindIn([first, second], "curl").ShouldBe(earlier);
        ExecutableSearch.FindIn([second, first], "curl").ShouldNotBe(earlier);
    }

    [Fact]
    public void A_relative_or_empty_entry_of_PATH_finds_nothing()
    {
        var folder = Folder("here");
        Program("here/curl");
        var relative = Path.GetRelativePath(Directory.GetCurrentDirectory(), folder);

        ExecutableSearch.FindIn([relative, "", "."], "curl", Path.Combine(relative, "curl")).ShouldBeNull();
    }

    [Fact]
    public void A_folder_or_a_file_that_may_not_be_executed_is_no_program()
    {
        var folder = Folder("here");
        Folder("here/tool");
        File.WriteAllText(_temporary.PathOf("here/curl"), "");

        ExecutableSearch.FindIn([folder], "tool").ShouldBeNull();
        if (!OperatingSystem.IsWindows())
        {
            ExecutableSearch.FindIn([folder], "curl").ShouldBeNull();
        }
    }

    [Fact]
    public void A_program_of_this_machine_is_found_and_one_that_nobody_has_is_not()
    {
        ExecutableSearch.Find(OperatingSystem.IsWindows() ? "cmd" : "sh").ShouldNotBeNull();
        ExecutableSearch.Find("no-program-has-this-name").ShouldBeNull();
    }

    private string Folder(string name) => Directory.CreateDirectory(_temporary.PathOf(name)).FullName;

    private string Program(string name)
    {
        var path = _temporary.PathOf(name);
        File.WriteAllText(path, "");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        }

        return path;
    }
}
