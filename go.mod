module jadoube

go 1.26
