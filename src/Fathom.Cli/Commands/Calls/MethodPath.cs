using Fathom.Cli.Settings;

namespace Fathom.Cli.Commands.Calls;

/// <summary>Reads the method as users write it.</summary>
internal static class MethodPath
{
    /// <summary>The method of <c>--call</c>.</summary>
    public static string Read(SettingValue? call) => call is not null ? Read(call.Where, call.Text)
        : throw CommandException.Usage("--call is missing: the method to call, such as --call fathom.echo.Echo/Unary");

    /// <summary><c>package.Service/Method</c>; a dot before the method works too, and a slash at the start.</summary>
    public static string Read(string where, string method)
    {
        var text = method.TrimStart('/');
        var end = text.Contains('/', StringComparison.Ordinal) ? text.IndexOf('/', StringComparison.Ordinal) : text.LastIndexOf('.');
        return end > 0 && end < text.Length - 1 && text.All(c => c is > ' ' and < '\x7f') && text.Count(c => c == '/') <= 1
            ? $"/{text[..end]}/{text[(end + 1)..]}"
            : throw CommandException.Usage($"{where}: '{method}' is not a method; accepted: package.Service/Method");
    }
}
